/** The archive as a whole. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const getArchiveState = endpoint({
  method: "GET",
  path: "/v1/archive",
  access: "anyone",
  topics: ["totals", "creators.listed", "site_settings"],
  summary: "State of the archive: empty, only the sample data of a first start, or neither.",
  response: z.object({
    is_empty: z.boolean(),
    is_sample: z.boolean(),
  }),
});
