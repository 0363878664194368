/** Requests to take something down or to restore it: sent by anyone, answered by moderators. */
import { z } from "zod/mini";
import {
  REQUEST_KINDS,
  REQUEST_STATES,
  RequestStatus,
  TakedownRequest,
} from "../entities/takedown-request.ts";
import { offset } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";
import { DECIDED_MEANWHILE } from "./moderation.ts";

export const TOO_MANY_TAKEDOWN_REQUESTS = "Too many requests from this address. Try again tomorrow.";

const NOT_FOUND = ["Not Found"];
const text = (name: string, max: number) =>
  z
    .string(`Expected ${name}.`)
    .check(
      z.trim(),
      z.minLength(1, `Expected ${name}.`),
      z.maxLength(max, `Expected ${name} of at most ${max} characters.`),
      z.regex(/^[^\0]*$/, `Expected ${name} without zero bytes.`),
    );
const agreed = z.literal(true, "Expected both declarations.");

export const sendTakedownRequest = endpoint({
  method: "POST",
  path: "/v1/takedown_requests",
  access: "anyone",
  summary:
    "Requests to take something down, as its owner or as the person shown, or to restore it. Returns the secret for its status, which is shown only here. The request itself hides nothing.",
  limits: [{ name: "takedown requests", points: 5, seconds: 86_400, by: ["address"] }],
  body: z.strictObject(
    {
      kind: z.enum(REQUEST_KINDS, "Expected a kind of request."),
      addresses: text("the addresses", 5_000),
      statement: text("a statement", 5_000),
      name: text("a name", 200),
      contact: text("contact details", 500),
      good_faith: agreed,
      accurate: agreed,
    },
    "Expected a request.",
  ),
  response: z.object({ secret: z.string() }),
  status: 201,
  errors: { 429: [TOO_MANY_TAKEDOWN_REQUESTS] },
});

export const getRequestStatus = endpoint({
  method: "POST",
  path: "/v1/takedown_requests/status",
  access: "anyone",
  summary: "Status of a request. The secret is in the body, to keep it out of logs.",
  limits: [{ name: "takedown request status", points: 120, seconds: 3_600, by: ["address"] }],
  body: z.strictObject({ secret: z.string().check(z.maxLength(200)) }, "Expected a secret."),
  response: RequestStatus,
  errors: { 404: NOT_FOUND },
});

const moderator = { access: "moderator" } as const;

export const listTakedownRequests = endpoint({
  ...moderator,
  method: "GET",
  private: true,
  path: "/v1/account/moderator/takedown_requests",
  summary: "Open requests, oldest first, or answered ones, newest first; 50 per page.",
  query: z.object({ state: z.optional(z.enum(REQUEST_STATES)), o: offset() }),
  response: z.object({ count: z.int(), requests: z.array(TakedownRequest) }),
});

export const answerTakedownRequest = endpoint({
  ...moderator,
  method: "POST",
  path: "/v1/account/moderator/takedown_requests/:request",
  summary:
    "Answers a request, or reopens it; its sender sees the answer. Takes nothing down. `version` is the version the answer is based on.",
  params: z.object({
    request: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, "Expected a number.")), z.transform(Number)),
  }),
  body: z.strictObject(
    {
      version: z.int(),
      state: z.enum(REQUEST_STATES),
      answer: z.string().check(z.maxLength(2_000), z.regex(/^[^\0]*$/)),
    },
    "Expected a version, a state and an answer.",
  ),
  response: TakedownRequest,
  errors: { 404: NOT_FOUND, 409: [DECIDED_MEANWHILE] },
});
