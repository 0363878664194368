/** The archive as a whole. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const getArchiveState = endpoint({
  method: "GET",
  path: "/v1/archive",
  access: "anyone",
  topics: ["totals", "creators.listed", "site_settings"],
  summary: "Whether the archive has anything to show, and whether that is the sample of a first start.",
  response: z.object({
    is_empty: z.boolean(),
    is_sample: z.boolean(),
  }),
});
