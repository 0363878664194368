/** What was taken down, for apps that keep copies. An addition to the public API. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const REMOVED_PAGE = 500;

export const Removed = z.object({
  service: z.string(),
  user: z.string(),
  /** Null: the creator with everything of theirs. */
  post: z.nullable(z.string()),
});
export type Removed = z.infer<typeof Removed>;

const since = z.pipe(
  z.optional(z.string()),
  z.transform((text, context): number => {
    if (text === undefined || text === "") return 0;
    if (/^\d{1,15}$/.test(text)) return Number(text);
    const message = "Expected since to be a number from an earlier answer.";
    context.issues.push({ code: "custom", message, input: text });
    return z.NEVER;
  }),
);

export const listRemoved = endpoint({
  method: "GET",
  path: "/v1/removed",
  access: "anyone",
  topics: ["takedowns"],
  summary: `What was taken down after \`since\`, oldest first, ${REMOVED_PAGE} a page. Ask again with the answer's \`since\` until the list is empty, and drop every copy.`,
  query: z.object({ since }),
  response: z.object({ since: z.int(), removed: z.array(Removed) }),
});
