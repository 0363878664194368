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

/** Unix seconds with their fraction, `-Infinity` for posts without a date; then service and id of a page's last post. */
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
    description: "The `next` of the page before; the first page where absent.",
  });

export const listLinkedPosts = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/links/posts",
  access: "anyone",
  topics: ["posts", "creators", "linked_posts"],
  summary:
    "The posts of a creator and of all that are linked to it, newest first, 50 a page; none where nobody is. Where several creators posted the same file or the same attachments, the newest of these posts stands for all.",
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
  summary: "What the form of a link request needs: the creator, and whom no link can be requested to.",
  params: CreatorParams,
  response: z.object({
    props: z.object({
      currentPage: z.literal("artists"),
      title: z.literal("Link another account"),
      artist: CreatorRow,
      /** Linked already. */
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
  summary: "Takes a creator out of its linked accounts; the others stay linked.",
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
  summary: "Link requests that wait for a decision, oldest first, at most 100.",
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
    "Links both creators and all that are linked to them. `version` is that of the request as it was read; where it has changed since, nothing is done.",
  response: z.literal(true),
  errors: DECISION_ERRORS,
});

export const rejectLink = endpoint({
  ...decision,
  path: "/v1/account/moderator/creator_link_requests/:id/reject",
  summary: "Rejects a link request; `version` as in approving.",
  response: z.literal(true),
  errors: DECISION_ERRORS,
});
