/** The archive as a whole. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

const ArchiveState = z.object({
  is_empty: z.boolean(),
  /** Sample data of a first start; null if there never was any. */
  sample: z.nullable(z.enum(["loaded", "removing", "removed"])),
});
export type ArchiveState = z.infer<typeof ArchiveState>;

export const getArchiveState = endpoint({
  method: "GET",
  path: "/v1/archive",
  access: "anyone",
  topics: ["totals", "creators.listed", "site_settings"],
  summary: "State of the archive: empty, only the sample data of a first start, or neither.",
  response: ArchiveState,
});
