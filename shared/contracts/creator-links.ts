/** Requests that two creators be linked as accounts of one person, and the moderators' decisions. */
import { z } from "zod/mini";
import { CreatorRow } from "../entities/creator.ts";
import { CreatorLinkRequest, LinkedPost } from "../entities/creator-link.ts";
import { INPUT_LENGTH, INPUT_REQUIRED, MAX_LINK_REASON } from "../rules/creator-links.ts";
import { endpoint } from "./endpoint.ts";
import { CREATOR_NOT_FOUND, CreatorParams } from "./profile.ts";

export const LINK_REQUESTED = "The request was sent. A moderator decides about it.";
export const LINK_TO_ITSELF = "A profile cannot be linked to itself.";
export const ALREADY_LINKED = "These profiles are linked already.";
export const ALREADY_REQUESTED = "This link was already requested.";
export const LINK_DECIDED = "Another moderator has already decided about this request.";
export const LINK_CHANGED = "These profiles have other links than you saw.";
export const UNKNOWN_PAGE = "Expected the `next` of a page.";
const ERRORS = { 404: [CREATOR_NOT_FOUND] };

/**
 * Cursor: Unix seconds with fraction, `-Infinity` for posts without a date; then service and id of the page's last
 * post.
 */
const CURSOR = /^(?<at>-Infinity|-?\d{1,11}(?:\.\d{1,6})?)\/(?<service>\w{1,50})\/(?<id>[^\0]{1,500})$/;

const After = z
  .pipe(
    z.optional(z.string()),
    z.transform((text, context): { at: string; service: string; id: string } | undefined => {
      if (text === undefined || text === "") return undefined;
      const { at, service, id } = CURSOR.exec(text)?.groups ?? {};
      if (at !== undefined && service !== undefined && id !== undefined) return { at, service, id };
      context.issues.push({ code: "custom", message: UNKNOWN_PAGE, input: text });
      return z.NEVER;
    }),
  )
  .register(z.globalRegistry, {
    type: "string",
    description: "`next` of the previous page; the first page if absent.",
  });

export const listLinkedPosts = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/links/posts",
  access: "anyone",
  topics: ["posts", "creators", "linked_posts"],
  summary:
    "Posts of a creator and all creators linked to it, newest first, 50 per page; empty without linked creators. If several creators posted the same file or attachments, only the newest of these posts is listed.",
  params: CreatorParams,
  query: z.object({ after: After }),
  response: z.object({
    posts: z.array(LinkedPost),
    /** Null on the last page. */
    next: z.nullable(z.string()),
  }),
  errors: ERRORS,
});

export const getNewLink = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/links/new",
  access: "session",
  private: true,
  summary: "Data for the link request form: the creator, and the creators already linked to it.",
  params: CreatorParams,
  response: z.object({
    props: z.object({
      currentPage: z.literal("artists"),
      title: z.literal("Link another account"),
      artist: CreatorRow,
      /** Already linked creators. */
      links: z.array(CreatorRow),
    }),
  }),
  errors: ERRORS,
});

const Text = z.string(INPUT_REQUIRED).check(z.minLength(1, INPUT_REQUIRED), z.maxLength(200, INPUT_LENGTH));

export const requestLink = endpoint({
  method: "POST",
  path: "/v1/:service/user/:id/links/new",
  access: "session",
  summary: "Requests that another creator be linked to this one.",
  limits: [{ points: 30, seconds: 3_600, by: ["session"] }],
  params: CreatorParams,
  body: z.strictObject(
    {
      service: Text,
      artist_id: Text,
      reason: z.optional(
        z.nullable(z.string(INPUT_REQUIRED).check(z.maxLength(MAX_LINK_REASON, INPUT_LENGTH))),
      ),
    },
    INPUT_REQUIRED,
  ),
  response: z.object({ message: z.literal(LINK_REQUESTED) }),
  errors: { ...ERRORS, 400: [LINK_TO_ITSELF], 409: [ALREADY_LINKED, ALREADY_REQUESTED] },
});

export const unlinkCreator = endpoint({
  method: "DELETE",
  path: "/v1/:service/user/:id/links",
  access: "moderator",
  summary: "Removes a creator from its linked accounts; the others stay linked.",
  params: CreatorParams,
  status: 204,
  response: z.undefined(),
  errors: ERRORS,
});

export const listLinkRequests = endpoint({
  method: "GET",
  path: "/v1/account/moderator/tasks/creator_links",
  access: "moderator",
  private: true,
  summary: "Pending link requests, oldest first, at most 100.",
  response: z.array(CreatorLinkRequest),
});

const Request = z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,8}$/, "Not Found")) });
/** Clients of the original API send no body. */
const Seen = z.optional(
  z.strictObject(
    { version: z.optional(z.string().check(z.maxLength(64, "Expected a version."))) },
    "Expected a version.",
  ),
);
const decision = { method: "POST", access: "moderator", params: Request, body: Seen } as const;
const DECISION_ERRORS = { 404: ["Not Found"], 409: [LINK_DECIDED, LINK_CHANGED] };

export const approveLink = endpoint({
  ...decision,
  path: "/v1/account/moderator/creator_link_requests/:id/approve",
  summary:
    "Links both creators and all creators linked to them. `version` is that of the request as read; if it has changed since, the request fails.",
  response: z.literal(true),
  errors: DECISION_ERRORS,
});

export const rejectLink = endpoint({
  ...decision,
  path: "/v1/account/moderator/creator_link_requests/:id/reject",
  summary: "Rejects a link request; `version` as for approving.",
  response: z.literal(true),
  errors: DECISION_ERRORS,
});
