/** The version of the archive's app. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const getAppVersion = endpoint({
  method: "GET",
  path: "/v1/app_version",
  access: "anyone",
  topics: [],
  summary: "Version of the server: the git commit it was built from.",
  response: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
  text: true,
});
