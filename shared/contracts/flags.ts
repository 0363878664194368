/** Flags on posts with a problem. */
import { z } from "zod/mini";
import { FLAG_REASONS } from "../rules/flags.ts";
import { endpoint } from "./endpoint.ts";

export const ALREADY_FLAGGED = "Already flagged";
const NOT_FOUND = ["Not Found"];

const PostParams = z.object({ service: z.string(), id: z.string(), post: z.string() });
const Reason = z.enum(FLAG_REASONS, `Expected a reason: ${FLAG_REASONS.join(", ")}.`);
/** Shared by all flags of an account. */
const LIMITS = [{ name: "flags", points: 60, seconds: 3_600, by: ["session" as const] }];

export const flagPost = endpoint({
  method: "POST",
  path: "/v1/:service/user/:id/post/:post/flag",
  access: "session",
  summary: "Flags a post.",
  limits: LIMITS,
  params: PostParams,
  body: z.strictObject({ reason: Reason }, "Expected a reason."),
  status: 201,
  response: Reason,
  errors: { 404: NOT_FOUND, 409: [ALREADY_FLAGGED] },
});

export const getFlag = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/flag",
  access: "anyone",
  topics: ["post_flags", "posts", "creators.listed"],
  summary: "Reason a post is flagged; 404 if it is not.",
  params: PostParams,
  response: Reason,
  errors: { 404: NOT_FOUND },
});

/** PostgreSQL rejects text with a zero byte. */
const Id = z.string().check(z.regex(/^[^\0]*$/));
const Flag = z.strictObject(
  { service: Id, profile_id: Id, post_id: Id, reason: Reason },
  "Expected a service, profile_id, post_id and reason.",
);

export const flagPostV2 = endpoint({
  method: "PUT",
  path: "/v2/account/flags/post",
  access: "session",
  summary: "Flags a post.",
  limits: LIMITS,
  body: Flag,
  status: 201,
  response: Flag,
  envelope: "flag",
  errors: { 404: NOT_FOUND, 409: [ALREADY_FLAGGED] },
});
