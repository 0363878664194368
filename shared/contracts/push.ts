/** Web Push: notifications of new posts of favorites (docs/decisions/0048-push.md). */
import { z } from "zod/mini";
import { PUSH_TIMINGS } from "../rules/push.ts";
import { endpoint, type RateLimit } from "./endpoint.ts";

export const UNKNOWN_ZONE = "Expected a time zone.";
const EXPECTED_ENDPOINT = "Expected an https address on port 443.";
const EXPECTED_KEYS = "Expected the keys of a subscription.";
const PATH = "/v1/account/push";
const limits: RateLimit[] = [{ name: "push", points: 60, seconds: 3_600, by: ["session"] }];

const EXPECTED_HOUR = "Expected an hour from 0 to 23.";
const Hour = z.int(EXPECTED_HOUR).check(z.minimum(0, EXPECTED_HOUR), z.maximum(23, EXPECTED_HOUR));

export const PushSettings = z.object({
  timing: z.enum(PUSH_TIMINGS, `Expected a time: ${PUSH_TIMINGS.join(", ")}.`),
  /** Hour of the daily digest. */
  hour: Hour,
  /** Quiet hours between these two, possibly across midnight; none if both are equal. Only for `at_once`. */
  quiet_from: Hour,
  quiet_to: Hour,
  /** Time zone of the hours, such as Asia/Tokyo. */
  zone: z.string("Expected a time zone.").check(z.maxLength(64, "Expected a time zone.")),
});
export type PushSettings = z.infer<typeof PushSettings>;

/** Its host is resolved and checked on every send. */
const PushEndpoint = z
  .string(EXPECTED_ENDPOINT)
  .check(
    z.maxLength(1_000, EXPECTED_ENDPOINT),
    z.regex(/^https:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:443)?\/[\x21-\x7e]*$/i, EXPECTED_ENDPOINT),
  );
/** A key of this many bytes, in base64url. */
const key = (bytes: number) =>
  z
    .string(EXPECTED_KEYS)
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=?$`), EXPECTED_KEYS));

export const getPush = endpoint({
  method: "GET",
  path: PATH,
  access: "session",
  private: true,
  summary: "Public key for push subscriptions, and this session's notification settings.",
  response: z.object({
    public_key: z.string(),
    subscription: z.nullable(z.extend(PushSettings, { endpoint: z.string() })),
  }),
});

export const subscribe = endpoint({
  method: "PUT",
  path: PATH,
  access: "session",
  limits,
  summary: "Turns on push notifications of new posts of favorites for this session, or changes their timing.",
  body: z.extend(PushSettings, {
    endpoint: PushEndpoint,
    keys: z.object({ p256dh: key(65), auth: key(16) }, EXPECTED_KEYS),
  }),
  response: z.literal(true),
  errors: { 400: [UNKNOWN_ZONE] },
});

export const unsubscribe = endpoint({
  method: "DELETE",
  path: PATH,
  access: "session",
  limits,
  summary: "Turns off push notifications for this session.",
  response: z.literal(true),
});
