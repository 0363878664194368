/**
 * Sync between a user's devices: the server stores encrypted segments in order and cannot read them
 * (docs/decisions/0047-sync.md).
 */
import { z } from "zod/mini";
import { DEVICE, KEY_ID, MAX_SEGMENT_BYTES } from "../rules/device-sync.ts";
import { endpoint, type RateLimit } from "./endpoint.ts";

export const SYNC_OFF = "Sync is not turned on.";
export const OTHER_WORDS = "This account syncs with other words.";
export const NUMBER_TAKEN = "The device has used this number for another segment.";
export const SNAPSHOT_OUTDATED = "Another device was faster.";
export const SYNC_FULL = "There is no space left for what this account syncs.";
const EXPECTED_SEGMENTS = "Expected segments.";
const EXPECTED_KEY = "Expected the name of a key.";
const EXPECTED_SEQ = "Expected the number of a segment.";

const PATH = "/v1/account/sync";
const MAX_INT = 2 ** 31 - 1;
/** Segments per request. */
const MAX_PUSHED = 64;
const MAX_PARTS = 1_024;
/** A body with everything an account may store, in base64. */
const SNAPSHOT_BYTES = 24 * 1024 * 1024;

const Count = z.int(EXPECTED_SEQ).check(z.minimum(0, EXPECTED_SEQ), z.maximum(MAX_INT, EXPECTED_SEQ));
const KeyId = z.string(EXPECTED_KEY).check(z.regex(KEY_ID, EXPECTED_KEY));
/** Characters of base64 for the bytes of the largest segment. */
const MAX_BASE64 = Math.ceil(MAX_SEGMENT_BYTES / 3) * 4;
const TOO_LONG = `Expected segments of at most ${MAX_SEGMENT_BYTES} bytes.`;
/** Sealed by a device under a number of its own, in base64. */
const SealedSegment = z.strictObject(
  {
    device: z.string(EXPECTED_SEGMENTS).check(z.regex(DEVICE, EXPECTED_SEGMENTS)),
    number: Count,
    bytes: z.string(EXPECTED_SEGMENTS).check(
      z.maxLength(MAX_BASE64, { error: TOO_LONG, abort: true }),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: EXPECTED_SEGMENTS, abort: true }),
      z.refine((text) => text.length % 4 === 0, EXPECTED_SEGMENTS),
      z.refine((text) => bytesIn(text) <= MAX_SEGMENT_BYTES, TOO_LONG),
    ),
  },
  EXPECTED_SEGMENTS,
);
export type SealedSegment = z.infer<typeof SealedSegment>;

function bytesIn(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

const segments = (max: number) =>
  z.array(SealedSegment, EXPECTED_SEGMENTS).check(z.maxLength(max, EXPECTED_SEGMENTS));
const limits: RateLimit[] = [{ points: 120, seconds: 3_600, by: ["session"] }];
const write = { access: "session", limits } as const;

export const pullSegments = endpoint({
  method: "GET",
  path: PATH,
  access: "session",
  private: true,
  summary:
    "Segments after a given one, in order, about half a megabyte per response; repeat the request for the rest.",
  query: z.object({
    after: z.pipe(
      z.optional(z.string().check(z.regex(/^\d{1,9}$/, EXPECTED_SEQ))),
      z.transform((text) => Number(text ?? 0)),
    ),
  }),
  response: z.object({
    /** Null if sync is off. */
    key_id: z.nullable(z.string()),
    /** Number of the last segment. */
    seq: z.int(),
    /**
     * Segments up to this number were replaced by a snapshot, which has numbers up to it; a device behind it starts at
     * 0.
     */
    snapshot: z.int(),
    /** Server time in milliseconds. */
    now: z.int(),
    segments: z.array(
      z.object({
        seq: z.int(),
        device: z.string(),
        number: z.int(),
        /** Time received, in milliseconds. */
        at: z.int(),
        /** Base64. */
        bytes: z.string(),
      }),
    ),
  }),
});

export const startSync = endpoint({
  ...write,
  method: "PUT",
  path: PATH,
  summary: "Turns sync on with the named key; no change if it is already on with that key.",
  body: z.strictObject({ key_id: KeyId }, EXPECTED_KEY),
  response: z.literal(true),
  errors: { 409: [OTHER_WORDS] },
});

export const pushSegments = endpoint({
  method: "POST",
  path: `${PATH}/segments`,
  access: "session",
  summary: "Appends segments. Segments already stored keep their number, so a push may be repeated.",
  limits: [{ points: 3_000, seconds: 3_600, by: ["session"] }],
  body: z.strictObject({ key_id: KeyId, segments: segments(MAX_PUSHED) }, EXPECTED_SEGMENTS),
  /** Number of each segment. */
  response: z.object({ seqs: z.array(z.int()) }),
  errors: { 404: [SYNC_OFF], 409: [OTHER_WORDS, NUMBER_TAKEN], 413: [SYNC_FULL] },
});

export const storeSnapshot = endpoint({
  ...write,
  method: "POST",
  path: `${PATH}/snapshot`,
  summary:
    "Replaces all segments up to `to` in one transaction, unless another device has replaced any since `since`. Segments in `keep`, which the device could not read, stay.",
  body: z.strictObject(
    {
      key_id: KeyId,
      since: Count,
      to: Count,
      keep: z.array(Count, EXPECTED_SEGMENTS).check(z.maxLength(MAX_PARTS, EXPECTED_SEGMENTS)),
      segments: segments(MAX_PARTS),
    },
    EXPECTED_SEGMENTS,
  ),
  maxBytes: SNAPSHOT_BYTES,
  response: z.literal(true),
  errors: { 404: [SYNC_OFF], 409: [OTHER_WORDS, NUMBER_TAKEN, SNAPSHOT_OUTDATED], 413: [SYNC_FULL] },
});

export const replaceWords = endpoint({
  ...write,
  method: "POST",
  path: `${PATH}/words`,
  summary:
    "Deletes all segments and starts over with these under another key, unless a segment after `to` exists. Devices with the old words can no longer read or write.",
  body: z.strictObject(
    { key_id: KeyId, new_key_id: KeyId, to: Count, segments: segments(MAX_PARTS) },
    EXPECTED_SEGMENTS,
  ),
  maxBytes: SNAPSHOT_BYTES,
  /** Number of the last segment. */
  response: z.object({ seq: z.int() }),
  errors: { 404: [SYNC_OFF], 409: [OTHER_WORDS, NUMBER_TAKEN, SNAPSHOT_OUTDATED], 413: [SYNC_FULL] },
});

export const stopSync = endpoint({
  ...write,
  method: "DELETE",
  path: PATH,
  summary: "Turns sync off and deletes all its stored data.",
  response: z.literal(true),
});
