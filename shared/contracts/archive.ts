/** The archive as a whole. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const getArchiveState = endpoint({
  method: "GET",
  path: "/v1/archive",
  access: "anyone",
  topics: ["totals", "creators.listed", "site_settings"],
  summary: "Tells if the archive is empty, and if its content is the sample of a first start.",
  response: z.object({
    is_empty: z.boolean(),
    is_sample: z.boolean(),
  }),
});
