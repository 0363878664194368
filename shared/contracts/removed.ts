/** What was taken down, for apps that keep copies. An addition to the public API. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const REMOVED_PAGE = 500;
/** Files of a page after which it ends early. */
export const REMOVED_FILES = 20_000;
/** Hexadecimal digits of each file's SHA-256: enough to find a copy, too few to look for the file elsewhere. */
export const REMOVED_FILE_DIGITS = 12;

export const Removed = z.object({
  /** Empty where only a comment, a share or files went. */
  service: z.string(),
  user: z.string(),
  /** Null: the creator with everything of theirs. */
  post: z.nullable(z.string()),
  /** When, in UTC: `2026-11-20T08:15:00`. */
  at: z.string(),
  /** The first digits of the SHA-256 of each file that nothing else used. */
  files: z.array(z.string()),
  /** One comment: `service/user/post/comment`. */
  comment: z.optional(z.string()),
  /** Id of one share. */
  share: z.optional(z.string()),
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
  topics: ["takedowns", "removed_files"],
  summary: `What was taken down or hidden after \`since\`, oldest first, ${REMOVED_PAGE} a page. Ask again with the answer's \`since\` until the list is empty, and drop every copy. With \`service\` and \`user\` only what was taken down of this creator.`,
  query: z.object({ since, service: z.optional(z.string()), user: z.optional(z.string()) }),
  response: z.object({ since: z.int(), removed: z.array(Removed) }),
});
