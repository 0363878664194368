/** Import form fields by service, with the messages shown by server and form. */
import { z } from "zod/mini";
import type { Service } from "../paysites/index.ts";

export const MAX_FIELD = 1024;
/** Poll interval of the status page. */
export const STATUS_POLL_MS = 15_000;
export const DMS_NEED_ACCOUNT = "You must be logged in to import DMs, so that you can approve them.";
export const SAVING_NEEDS_ACCOUNT = "You must be logged in to save a key, so that you can revoke it.";
export const SERVICE_OFF = "This archive does not import from this service.";
export const NO_CONNECTOR = "This archive has no connector installed for this service.";
export const NOTHING_TO_REVOKE = "At least one key must be selected for revocation.";

/** Field errors; clients translate them by name. */
export const IMPORT_PROBLEMS = {
  tooLong: "Key is too long.",
  invalid: "Invalid key.",
  malformed: "Malformed key.",
  expired: "Key is expired.",
  expectedJson: "Invalid key: Expected valid JSON.",
  tokenFormat: "Invalid token format.",
  fantiaLength: "Invalid key: Expected 32 or 64 characters.",
  gumroadLength: `Invalid key: Expected 200 to ${MAX_FIELD} characters.`,
  userId: "User ID must consist of only digits.",
  bcToken: "Invalid BC token",
  userAgent: "Invalid User-Agent (contains non-ASCII characters).",
  pattern: "The key doesn't match the required pattern.",
  noToken: "Token not found in JSON.",
  notJson: "Key is not valid JSON.",
  values: "The key does not contain the appropriate values.",
  notDecodable: "The key was not decodable.",
} as const;

/** Field names on the wire. */
export const IMPORT_FIELD_NAMES = ["session_key", "channel_ids", "auth_id", "x-bc", "user_agent"] as const;
export type ImportField = (typeof IMPORT_FIELD_NAMES)[number];
/** Field values for one service, trimmed. */
export type ImportSecrets = Partial<Record<ImportField, string>>;

const required = (name: string, tooLong = `${name} is too long.`) =>
  z
    .string(`${name} is required.`)
    .check(
      z.trim(),
      z.minLength(1, { error: `${name} is required.`, abort: true }),
      z.maxLength(MAX_FIELD, { error: tooLong, abort: true }),
    );
const key = () => required("Session key", IMPORT_PROBLEMS.tooLong);
const matching = (pattern: RegExp, message: string) => key().check(z.regex(pattern, message));
/** @param problemOf returns the message for a text, or undefined if it is valid */
const checkedBy = (problemOf: (text: string) => string | undefined) =>
  key().check(
    z.superRefine((text, ctx) => {
      const message = problemOf(text);
      if (message !== undefined) ctx.addIssue({ code: "custom", message });
    }),
  );

const DISCORD_TOKEN = /^(mfa\.[\w-]{20,}|[\w-]{18,}\.[\w-]{6,7}\.[\w-]{27,})$/;

/** Form of each service, with its fields in order. */
export const IMPORT_FORMS = {
  patreon: z.object({ session_key: checkedBy(patreonProblem) }),
  fanbox: z.object({ session_key: matching(/^\d+_\w+$/, IMPORT_PROBLEMS.invalid) }),
  afdian: z.object({ session_key: matching(/^[0-9a-f]+_\d+$/, IMPORT_PROBLEMS.invalid) }),
  boosty: z.object({ session_key: checkedBy((text) => boostyProblem(text, Date.now())) }),
  discord: z.object({
    session_key: matching(DISCORD_TOKEN, IMPORT_PROBLEMS.tokenFormat),
    channel_ids: required("Channel IDs").check(
      z.superRefine((text, ctx) => {
        for (const id of channelIds(text))
          if (!/^\d+$/.test(id))
            ctx.addIssue({ code: "custom", message: `${id} is not a valid channel ID.` });
      }),
    ),
  }),
  dlsite: z.object({ session_key: key() }),
  subscribestar: z.object({ session_key: key() }),
  fantia: z.object({
    session_key: checkedBy(({ length }) =>
      length === 32 || length === 64 ? undefined : IMPORT_PROBLEMS.fantiaLength,
    ),
  }),
  gumroad: z.object({ session_key: gumroadKey() }),
  onlyfans: z.object({
    session_key: key(),
    auth_id: required("User ID").check(z.regex(/^\d+$/, IMPORT_PROBLEMS.userId)),
    "x-bc": required("BC token").check(z.regex(/^[0-9a-f]{40}$/i, IMPORT_PROBLEMS.bcToken)),
    user_agent: required("User-Agent").check(z.regex(/^[\x20-\x7e]*$/, IMPORT_PROBLEMS.userAgent)),
  }),
  fansly: z.object({ session_key: checkedBy(fanslyProblem) }),
  candfans: z.object({ session_key: checkedBy(candfansProblem) }),
} as const satisfies Record<Service, z.ZodMiniObject>;

/** Field names of a service, in order. */
export function importFields(service: Service): ImportField[] {
  return Object.keys(IMPORT_FORMS[service].shape) as ImportField[];
}

export interface ImportProblem {
  field: ImportField;
  message: string;
}

/** Returns the trimmed values of a service's fields, or the first problem; fields of other services are ignored. */
export function checkImport(
  service: Service,
  values: ImportSecrets,
): { values: ImportSecrets; problem?: never } | { problem: ImportProblem; values?: never } {
  const parsed = z.safeParse(IMPORT_FORMS[service], values);
  if (parsed.success) return { values: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    problem: { field: issue?.path[0] as ImportField, message: issue?.message ?? IMPORT_PROBLEMS.invalid },
  };
}

/** Splits a comma-separated list of channels. */
export function channelIds(text: string): string[] {
  return text.split(",").map((id) => id.trim());
}

function patreonProblem({ length }: string): string | undefined {
  return length === 43 ? undefined : `Invalid key: Expected 43 characters, got ${length}`;
}

function gumroadKey() {
  return required("Session key", IMPORT_PROBLEMS.gumroadLength).check(
    z.minLength(200, IMPORT_PROBLEMS.gumroadLength),
  );
}

const HEX_RUN = /[0-9a-f]{64}/i;

function boostyProblem(text: string, now: number): string | undefined {
  const found = parseJson(text) ?? parseJson(orUndefined(() => decodeURIComponent(text)));
  if (found === undefined) return IMPORT_PROBLEMS.expectedJson;
  const { accessToken, refreshToken, expiresAt } = fieldsOf(found);
  if (typeof accessToken !== "string" || typeof refreshToken !== "string" || expiresAt === undefined)
    return IMPORT_PROBLEMS.malformed;
  if (!HEX_RUN.test(accessToken) || !HEX_RUN.test(refreshToken)) return IMPORT_PROBLEMS.malformed;
  const expiry = typeof expiresAt === "number" ? expiresAt : Number.parseInt(String(expiresAt), 10);
  return expiry > now ? undefined : IMPORT_PROBLEMS.expired;
}

function fanslyProblem(text: string): string | undefined {
  if (text.length === 71) return /^[0-9a-z]+$/i.test(text) ? undefined : IMPORT_PROBLEMS.pattern;
  const found = parseJson(fromBase64(text));
  if (found === undefined) return IMPORT_PROBLEMS.notJson;
  return typeof fieldsOf(found).token === "string" ? undefined : IMPORT_PROBLEMS.noToken;
}

function candfansProblem(text: string): string | undefined {
  const found = parseJson(fromBase64(orUndefined(() => decodeURIComponent(text))));
  if (found === undefined) return IMPORT_PROBLEMS.notDecodable;
  const fields = fieldsOf(found);
  const isWhole = ["mac", "iv", "tag", "value"].every((name) => typeof fields[name] === "string");
  return isWhole ? undefined : IMPORT_PROBLEMS.values;
}

/** @returns undefined if it is not JSON */
function parseJson(text: string | undefined): unknown {
  return text === undefined ? undefined : orUndefined(() => JSON.parse(text) as unknown);
}

function fromBase64(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : orUndefined(() => String.fromCharCode(...z.util.base64ToUint8Array(text)));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const IMPORT_STATES = ["queued", "running", "done", "failed", "invalid_key", "canceled"] as const;
/** `queued` includes waiting for another attempt. */
export type ImportState = (typeof IMPORT_STATES)[number];

/** Text of the status page. */
export function importStatus(state: ImportState): "In Progress" | "Finished" | "Failed" | "Canceled" {
  if (state === "done") return "Finished";
  if (state === "canceled") return "Canceled";
  return state === "failed" || state === "invalid_key" ? "Failed" : "In Progress";
}
