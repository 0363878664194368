/** The description of this API itself. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const FORMATS = ["json", "yaml"] as const;

export const getSchema = endpoint({
  method: "GET",
  path: "/schema",
  access: "anyone",
  topics: [],
  summary:
    "This description: OpenAPI 3.1, generated from the contracts that validate the server's responses.",
  query: z.object({
    format: z
      ._default(z.enum(FORMATS, "Expected format to be json or yaml."), "json")
      .register(z.globalRegistry, { description: "Format of the response." }),
  }),
  response: z.record(z.string(), z.unknown()),
  also: ["application/yaml"],
  large: true,
});
