/** Links that show a post or a creator to people without an account (docs/decisions/0074-guest-links.md). */
import { z } from "zod/mini";
import { ServiceName } from "../entities/creator.ts";
import { GuestLink, GuestListItem, GuestPost } from "../entities/guest-link.ts";
import { NewPassword } from "../rules/accounts.ts";
import { Iso, parseIso } from "../rules/dates.ts";
import { MAX_LINK_DAYS, MAX_LINK_OPENS, MAX_LINKS } from "../rules/guest-links.ts";
import { keyText } from "../rules/key-text.ts";
import { offset } from "../rules/offset.ts";
import { BUSY, COMMON_PASSWORD, Done, FORM_BYTES } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { WRONG_PASSWORD } from "./own-account.ts";

export const BAD_LINK_END = `Expected an end within the next ${MAX_LINK_DAYS} days.`;
export const BAD_OPENS = `Expected 1 to ${MAX_LINK_OPENS} opens.`;
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
    "Makes a link with which people without an account see a post or a creator. It is shown only here.",
  limits: [{ points: 60, seconds: 3_600, by: ["session"] }],
  body: z.strictObject(
    {
      service: Name,
      user: Name,
      /** Absent for all posts of the creator. */
      post: z.optional(Name),
      expires_at: Iso.check(z.refine(isSoon, BAD_LINK_END)),
      password: z.optional(NewPassword),
      max_opens: z.optional(
        z.int(BAD_OPENS).check(z.minimum(1, BAD_OPENS), z.maximum(MAX_LINK_OPENS, BAD_OPENS)),
      ),
    },
    "Expected a service, a user and an end.",
  ),
  maxBytes: FORM_BYTES,
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
  summary: "What the opened link shows: a post or, without one, a creator.",
  response: z.object({ post: z.nullable(z.string()), expires_at: Iso }),
  errors: ENDED,
});

export const listGuestPosts = endpoint({
  ...guest,
  method: "GET",
  path: "/v1/guest/posts",
  private: true,
  summary: "Posts of the creator that the opened link shows, newest first, 50 per page.",
  query: z.object({ o: offset() }),
  response: z.object({
    service: ServiceName,
    name: z.string(),
    count: z.int(),
    posts: z.array(GuestListItem),
  }),
  errors: ENDED,
});

export const getGuestPost = endpoint({
  ...guest,
  method: "GET",
  path: "/v1/guest/posts/:post",
  private: true,
  summary: "A post that the opened link shows.",
  params: z.object({ post: z.string() }),
  response: GuestPost,
  errors: ENDED,
});
