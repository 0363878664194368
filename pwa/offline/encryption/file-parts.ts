/** Encrypts the parts of stored files in chunks, so that a range is decrypted without what comes before it. */
import { type Ciphers, OVERHEAD } from "./ciphers.ts";

const CHUNK_BYTES = 256 * 1024;
const ENCRYPTED_BYTES = CHUNK_BYTES + OVERHEAD;

export interface PartPlace {
  /** SHA-256 of the file. */
  hash: string;
  /** Number of the part. */
  part: number;
}

const placeOf = ({ hash, part }: PartPlace, chunk: number) => `${hash}/${part}/${chunk}`;

export async function encryptPart(ciphers: Ciphers, place: PartPlace, data: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await data.arrayBuffer());
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    chunks.push(await ciphers.encryptBytes(bytes.slice(at, at + CHUNK_BYTES), placeOf(place, chunks.length)));
  return new Blob(chunks);
}

/** Size of a part before it was encrypted. */
export function decryptedSize(encrypted: number): number {
  return encrypted - Math.ceil(encrypted / ENCRYPTED_BYTES) * OVERHEAD;
}

/**
 * Yields the bytes from `from` to `to`, which is not included, chunk by chunk.
 * @throws Error if they were changed, or encrypted with another key
 */
export async function* decryptPart(
  ciphers: Ciphers,
  place: PartPlace & { data: Blob },
  from: number,
  to: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let chunk = Math.floor(from / CHUNK_BYTES); chunk * CHUNK_BYTES < to; chunk += 1) {
    const start = chunk * CHUNK_BYTES;
    const stored = place.data.slice(chunk * ENCRYPTED_BYTES, (chunk + 1) * ENCRYPTED_BYTES);
    const bytes = await ciphers.decryptBytes(
      new Uint8Array(await stored.arrayBuffer()),
      placeOf(place, chunk),
    );
    yield bytes.subarray(Math.max(0, from - start), Math.min(bytes.length, to - start));
  }
}
