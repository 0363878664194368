/** Limits of sync between a person's devices (docs/decisions/0047-sync.md). */

/** Bytes of one segment. */
export const MAX_SEGMENT = 256 * 1024;
/** Bytes of all segments of an account. */
export const MAX_SYNCED = 16 * 1024 * 1024;
/** Segments of an account: a snapshot in parts, and as many after it. */
export const MAX_SEGMENTS = 2_048;
/** Records of one segment, which is divided where it becomes too large. */
export const MAX_RECORDS = 8_192;
/** Segments after the last snapshot, beyond which a device stores the next one. */
export const MAX_LOG = 64;
/** Milliseconds a stamp may be ahead of the server's clock; beyond that it is set back. */
export const MAX_AHEAD = 5 * 60_000;
const DAY = 86_400_000;
/** Milliseconds that deletions are remembered. */
export const TOMBSTONES_FOR = 180 * DAY;
/**
 * Milliseconds after which a device that was away begins with what the server has. Half of the above: a deletion may have
 * been made offline, long before it was sent.
 */
export const AWAY_AFTER = TOMBSTONES_FOR / 2;

/** A device's name, drawn at random when it joins. */
export const DEVICE = /^[0-9a-z]{10}$/;
/** 128 bits in hexadecimal digits, derived from the words. */
export const KEY_ID = /^[0-9a-f]{32}$/;
