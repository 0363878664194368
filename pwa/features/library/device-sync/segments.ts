/** Sealed segments: records compressed, padded, encrypted, and bound to their position (additional data). */

import { encryption } from "./keys.ts";
import { parseRecords, printRecords, type SyncRecord } from "./records.ts";

/** Position of a segment, authenticated by the encryption: a segment moved by the server cannot be opened. */
export interface SegmentId {
  account: number;
  keyId: string;
  device: string;
  /** Sequence number of the device, used once. */
  number: number;
}

/** The segment was modified, moved, or not written by this app. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

const FORMAT = 1;
const NONCE = 12;
const LENGTH = 4;
/** Minimum padded length. */
const FLOOR = 1_024;

const boundTo = ({ account, keyId, device, number }: SegmentId) =>
  new TextEncoder().encode(JSON.stringify(["roost sync", FORMAT, account, keyId, device, number]));

/** Layout: nonce, then AES-GCM of the length of the deflated JSON (4 bytes, big-endian), the JSON, and zeros. */
export async function sealSegment(
  records: readonly SyncRecord[],
  key: CryptoKey,
  id: SegmentId,
): Promise<Uint8Array<ArrayBuffer>> {
  const json = new TextEncoder().encode(printRecords(records));
  const packed = await pipe(json, new CompressionStream("deflate-raw"));
  const plain = new Uint8Array(paddedLength(LENGTH + packed.length));
  new DataView(plain.buffer).setUint32(0, packed.length);
  plain.set(packed, LENGTH);
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const algorithm = { name: "AES-GCM", iv, additionalData: boundTo(id) };
  const sealed = new Uint8Array(await encryption().encrypt(algorithm, key, plain));
  const segment = new Uint8Array(NONCE + sealed.length);
  segment.set(iv);
  segment.set(sealed, NONCE);
  return segment;
}

/** @throws UnreadableError */
export async function openSegment(
  segment: Uint8Array<ArrayBuffer>,
  key: CryptoKey,
  id: SegmentId,
): Promise<SyncRecord[]> {
  try {
    const iv = segment.slice(0, NONCE);
    const algorithm = { name: "AES-GCM", iv, additionalData: boundTo(id) };
    const plain = await encryption().decrypt(algorithm, key, segment.slice(NONCE));
    const length = new DataView(plain).getUint32(0);
    const packed = new Uint8Array(plain, LENGTH, length);
    const json = await pipe(packed, new DecompressionStream("deflate-raw"));
    return parseRecords(new TextDecoder().decode(json));
  } catch (error) {
    throw new UnreadableError("A segment could not be read.", { cause: error });
  }
}

/** Padmé padding: at most 12% overhead; few distinct lengths, so that sizes reveal little. */
export function paddedLength(length: number): number {
  if (length <= FLOOR) return FLOOR;
  const exponent = Math.floor(Math.log2(length));
  const step = 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1);
  return Math.ceil(length / step) * step;
}

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = through.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const [piped] = await Promise.all([new Response(through.readable).arrayBuffer(), written]);
  return new Uint8Array(piped);
}
