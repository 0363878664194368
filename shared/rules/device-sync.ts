/** Limits of sync between a user's devices (docs/decisions/0047-sync.md). */

/** Maximum bytes per segment. */
export const MAX_SEGMENT_BYTES = 256 * 1024;
/** Maximum bytes of all segments of an account. */
export const MAX_SYNCED_BYTES = 16 * 1024 * 1024;
/** Maximum records per segment; a segment that is too large is split. */
export const MAX_RECORDS = 8_192;
/** Number of segments after the last snapshot that makes a device store the next one. */
export const MAX_LOG_SEGMENTS = 64;
/** Maximum milliseconds a timestamp may be ahead of the server's clock; later ones are set back. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;
const DAY = 86_400_000;
/** Milliseconds until a tombstone expires. */
export const TOMBSTONE_TTL_MS = 180 * DAY;
/**
 * Milliseconds of absence after which a device starts over from the server's data. Half of the above, because a
 * deletion may have been made offline, long before it was sent.
 */
export const MAX_ABSENCE_MS = TOMBSTONE_TTL_MS / 2;

/** Device name, drawn at random when it joins. */
export const DEVICE = /^[0-9a-z]{10}$/;
/** 128 bits in hexadecimal digits, derived from the sync words. */
export const KEY_ID = /^[0-9a-f]{32}$/;
