/** Links that show a post, a creator or a collection to people without an account (docs/decisions/0074-guest-links.md). */
import { z } from "zod/mini";
import { GuestLink, GuestListItem, GuestPost, GuestPostKey } from "../entities/guest-link.ts";
import { NewPassword } from "../rules/accounts.ts";
import { MAX_NAME_LENGTH, MAX_POSTS } from "../rules/collections.ts";
import { Iso, parseIso } from "../rules/dates.ts";
import { MAX_CHECKED_LINKS, MAX_LINK_DAYS, MAX_LINK_OPENS, MAX_LINKS } from "../rules/guest-links.ts";
import { keyText } from "../rules/key-text.ts";
import { offset } from "../rules/offset.ts";
import { BUSY, COMMON_PASSWORD, Done, FORM_BYTES } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { WRONG_PASSWORD } from "./own-account.ts";

export const BAD_LINK_END = `Expected an end within the next ${MAX_LINK_DAYS} days.`;
export const BAD_OPENS = `Expected 1 to ${MAX_LINK_OPENS} opens.`;
export const BAD_LINK_CONTENT = "Expected a service and user, or a collection.";
export const BAD_LINK_POSTS = `Expected a title and 1 to ${MAX_POSTS} posts.`;
export const TOO_MANY_LINKS = `An account can have at most ${MAX_LINKS} links.`;
/** For an unknown, expired, revoked or used up link, and one whose content is gone. */
export const LINK_ENDED = "This link is not valid anymore.";
export const LINK_NEEDS_PASSWORD = "This link needs a password.";
export const GUEST_COOKIE = "guest";

const PATH = "/v1/account/guest_links";
const Name = keyText("Expected a service and user.");
const DAY_MS = 24 * 60 * 60 * 1_000;
const isSoon = (text: string) => {
  const left = parseIso(text).getTime() - Date.now();
  return left > 0 && left <= MAX_LINK_DAYS * DAY_MS;
};

const Collection = z.strictObject(
  {
    title: z
      .string()
      .check(z.regex(/^[^\0]+$/, BAD_LINK_POSTS), z.maxLength(MAX_NAME_LENGTH, BAD_LINK_POSTS)),
    posts: z
      .array(z.strictObject({ service: Name, id: Name }), BAD_LINK_POSTS)
      .check(z.minLength(1, BAD_LINK_POSTS), z.maxLength(MAX_POSTS, BAD_LINK_POSTS)),
  },
  BAD_LINK_POSTS,
);
/** Bytes of the longest collection. */
const COLLECTION_BYTES = FORM_BYTES + MAX_POSTS * 500;

const hasOneContent = ({ service, user, post, collection }: Partial<Record<string, unknown>>) =>
  collection === undefined
    ? service !== undefined && user !== undefined
    : service === undefined && user === undefined && post === undefined;

export const listGuestLinks = endpoint({
  method: "GET",
  path: PATH,
  access: "session",
  private: true,
  summary:
    "Links that the account made for people without one, newest first; for administrators, those of all.",
  response: z.array(GuestLink),
});

export const createGuestLink = endpoint({
  method: "POST",
  path: PATH,
  access: "session",
  summary:
    "Makes a link with which people without an account see a post, a creator or a collection. It is shown only here.",
  limits: [{ points: 60, seconds: 3_600, by: ["session"] }],
  body: z
    .strictObject(
      {
        service: z.optional(Name),
        user: z.optional(Name),
        /** Absent for all posts of the creator. */
        post: z.optional(Name),
        /** In place of service and user: posts in their order, as they are now. */
        collection: z.optional(Collection),
        expires_at: Iso.check(z.refine(isSoon, BAD_LINK_END)),
        password: z.optional(NewPassword),
        max_opens: z.optional(
          z.int(BAD_OPENS).check(z.minimum(1, BAD_OPENS), z.maximum(MAX_LINK_OPENS, BAD_OPENS)),
        ),
      },
      "Expected content and an end.",
    )
    .check(z.refine(hasOneContent, BAD_LINK_CONTENT)),
  maxBytes: COLLECTION_BYTES,
  response: z.object({ token: z.string() }),
  status: 201,
  errors: { 400: [COMMON_PASSWORD], 404: ["Not Found"], 409: [TOO_MANY_LINKS], 503: [BUSY] },
});

export const revokeGuestLink = endpoint({
  method: "DELETE",
  path: `${PATH}/:link`,
  access: "session",
  summary: "Revokes a link of the account; for administrators, of any.",
  params: z.object({
    link: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, "Expected a number.")), z.transform(Number)),
  }),
  response: Done,
  errors: { 404: ["Not Found"] },
});

const guest = { access: "anyone", open: true } as const;
const ENDED = { 404: [LINK_ENDED] };

export const openGuestLink = endpoint({
  ...guest,
  method: "POST",
  path: "/v1/guest/open",
  summary:
    "Opens a link in this browser for 12 hours, in place of another one; stored in the cookie `guest`.",
  limits: [{ points: 120, seconds: 900, by: ["address"] }],
  body: z.strictObject({ token: z.string(), password: z.optional(z.string()) }, "Expected a token."),
  maxBytes: FORM_BYTES,
  cookies: [GUEST_COOKIE],
  response: Done,
  errors: { 403: [LINK_NEEDS_PASSWORD, WRONG_PASSWORD], ...ENDED, 503: [BUSY] },
});

/** Limits passwords, which are counted only where a link needs one. */
export const LINK_PASSWORDS = {
  method: openGuestLink.method,
  path: openGuestLink.path,
  limits: [
    { name: "link password", points: 10, seconds: 900, by: ["address" as const, "body.token" as const] },
    { name: "link password of all", points: 100, seconds: 86_400, by: ["body.token" as const] },
  ],
};

export const getGuest = endpoint({
  ...guest,
  method: "GET",
  path: "/v1/guest",
  private: true,
  summary: "What the opened link shows: one post or, without it, a list of posts.",
  response: z.object({ post: z.nullable(GuestPostKey), expires_at: Iso }),
  errors: ENDED,
});

export const listGuestPosts = endpoint({
  ...guest,
  method: "GET",
  path: "/v1/guest/posts",
  private: true,
  summary:
    "Posts of the creator that the opened link shows, newest first, or those of the collection in its order; 50 per page.",
  query: z.object({ o: offset() }),
  response: z.object({
    /** Name of the creator or collection. */
    name: z.string(),
    count: z.int(),
    posts: z.array(GuestListItem),
  }),
  errors: ENDED,
});

export const getGuestPost = endpoint({
  ...guest,
  method: "GET",
  path: "/v1/guest/posts/:service/:post",
  private: true,
  summary: "A post that the opened link shows.",
  params: z.object({ service: z.string(), post: z.string() }),
  response: GuestPost,
  errors: ENDED,
});

/** Used links show nothing more, but what was saved of them stays until their end. */
export const checkGuestLinks = endpoint({
  ...guest,
  method: "POST",
  path: "/v1/guest/check",
  summary: "Which links have not ended: expired or revoked; for copies that were saved on a device.",
  limits: [{ points: 120, seconds: 900, by: ["address"] }],
  body: z.strictObject(
    { tokens: z.array(z.string()).check(z.maxLength(MAX_CHECKED_LINKS)) },
    "Expected tokens.",
  ),
  maxBytes: FORM_BYTES,
  response: z.array(z.boolean()),
});
