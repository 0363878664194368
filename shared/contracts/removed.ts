/** Feed of takedowns, for apps that store copies. An addition to the public API. */
import { z } from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const REMOVED_PAGE = 500;
/** A page ends early after this many files. */
export const REMOVED_FILES = 20_000;
/** Hexadecimal digits of each file's SHA-256: enough to find a copy, too few to look up the file elsewhere. */
export const REMOVED_FILE_DIGITS = 12;

export const Removed = z.object({
  /** Empty if only a comment, a share or files were removed. */
  service: z.string(),
  user: z.string(),
  /** Null: the creator with all their content. */
  post: z.nullable(z.string()),
  /** Time in UTC: `2026-11-20T08:15:00`. */
  at: z.string(),
  /** Leading digits of the SHA-256 of each file that nothing else used. */
  files: z.array(z.string()),
  /** A single comment: `service/user/post/comment`. */
  comment: z.optional(z.string()),
  /** Id of a single share. */
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
  summary: `Content taken down or hidden after \`since\`, oldest first, ${REMOVED_PAGE} per page. Repeat with the returned \`since\` until the list is empty, and delete every copy. With \`service\` and \`user\`, only content of this creator.`,
  query: z.object({ since, service: z.optional(z.string()), user: z.optional(z.string()) }),
  response: z.object({
    since: z.int(),
    removed: z.array(Removed),
    /** Only for accounts in a group: what it sees. With another value than before, ask for each creator and post of which there are copies. */
    view: z.optional(z.string()),
  }),
});

export const MAX_ASKED = 1_000;

const Key = z.object({ service: z.string(), id: z.string() });

export const listVisibleCreators = endpoint({
  method: "POST",
  path: "/v1/creators/visible",
  access: "anyone",
  scope: "read",
  summary: `Which of at most ${MAX_ASKED} creators the caller sees, by id or public name. Read-only.`,
  body: z.strictObject(
    {
      creators: z.array(Key).check(z.maxLength(MAX_ASKED, `Expected ${MAX_ASKED} creators at most.`)),
    },
    "Expected a list of creators.",
  ),
  response: z.array(Key),
});

export const listVisiblePosts = endpoint({
  method: "POST",
  path: "/v1/posts/visible",
  access: "anyone",
  scope: "read",
  summary: `Which of at most ${MAX_ASKED} posts the caller sees. Read-only.`,
  body: z.strictObject(
    { posts: z.array(Key).check(z.maxLength(MAX_ASKED, `Expected ${MAX_ASKED} posts at most.`)) },
    "Expected a list of posts.",
  ),
  response: z.array(Key),
});
