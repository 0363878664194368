/** Records in their sealed form: compressed, padded, encrypted, and bound to where they belong. */
import { parseRecords, printRecords, type SyncRecord } from "./records.ts";

/** Where a segment belongs. One that the server hands out anywhere else cannot be opened. */
export interface Place {
  account: number;
  keyId: string;
  device: string;
  /** The device's own, used once. */
  number: number;
}

/** It was changed, belongs elsewhere, or was not made by this app. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

const FORMAT = 1;
const NONCE = 12;
const LENGTH = 4;
/** Bytes that even a single record takes. */
const FLOOR = 1_024;

const boundTo = ({ account, keyId, device, number }: Place) =>
  new TextEncoder().encode(JSON.stringify(["roost sync", FORMAT, account, keyId, device, number]));

/** nonce, then AES-GCM of: length of the deflated JSON (4 bytes, big-endian), that JSON, zeros */
export async function sealSegment(
  records: readonly SyncRecord[],
  key: CryptoKey,
  place: Place,
): Promise<Uint8Array<ArrayBuffer>> {
  const json = new TextEncoder().encode(printRecords(records));
  const packed = await pipe(json, new CompressionStream("deflate-raw"));
  const plain = new Uint8Array(paddedLength(LENGTH + packed.length));
  new DataView(plain.buffer).setUint32(0, packed.length);
  plain.set(packed, LENGTH);
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const algorithm = { name: "AES-GCM", iv, additionalData: boundTo(place) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plain));
  const segment = new Uint8Array(NONCE + sealed.length);
  segment.set(iv);
  segment.set(sealed, NONCE);
  return segment;
}

/** @throws UnreadableError */
export async function openSegment(
  segment: Uint8Array<ArrayBuffer>,
  key: CryptoKey,
  place: Place,
): Promise<SyncRecord[]> {
  try {
    const iv = segment.slice(0, NONCE);
    const algorithm = { name: "AES-GCM", iv, additionalData: boundTo(place) };
    const plain = await crypto.subtle.decrypt(algorithm, key, segment.slice(NONCE));
    const length = new DataView(plain).getUint32(0);
    const packed = new Uint8Array(plain, LENGTH, length);
    const json = await pipe(packed, new DecompressionStream("deflate-raw"));
    return parseRecords(new TextDecoder().decode(json));
  } catch (error) {
    throw new UnreadableError("A segment could not be read.", { cause: error });
  }
}

/** Padmé: at most 12% more, and lengths fall into few classes, so that they tell little about what was done. */
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
