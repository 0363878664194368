/** Images that look the same, for administrators. */
import { z } from "zod/mini";
import { Duplicate } from "../entities/duplicate.ts";
import { keyText } from "../rules/key-text.ts";
import { offset } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";

/** Number of pairs that are counted and can be reached. */
export const MAX_DUPLICATES = 10_000;
export const CREATOR_EXPECTED = "Expected a service and user, or neither.";

export const listDuplicates = endpoint({
  access: "administrator",
  method: "GET",
  private: true,
  path: "/v1/account/administrator/duplicates",
  summary: `Pairs of images that look the same, the closest first, 50 per page: the larger one, then the other, each with the newest five posts and chat messages that use it. With a service and user, those of which one is in a post of that creator. At most ${MAX_DUPLICATES} are counted.`,
  query: z.object({ o: offset(), service: z.optional(keyText()), user: z.optional(keyText()) }),
  response: z.object({ count: z.int(), duplicates: z.array(Duplicate) }),
  errors: { 400: [CREATOR_EXPECTED] },
});
