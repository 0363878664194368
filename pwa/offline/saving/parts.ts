/** Bytes of stored files, which are encrypted while the device has a key (decision 0075). */
import type { StoredPart } from "#shared/rules/offline-db.ts";
import { deviceCiphers } from "../../lib/device-ciphers.ts";
import { decryptedSize, decryptPart, encryptPart, type PartPlace } from "../encryption/file-parts.ts";

/** Returns the row to store. Not to be awaited inside a transaction. */
export async function partRow(place: PartPlace, data: Blob): Promise<StoredPart<Blob>> {
  const ciphers = deviceCiphers();
  return { ...place, data: ciphers === undefined ? data : await encryptPart(ciphers, place, data) };
}

/** Size of the file's bytes in the part. */
export function partSize({ data }: StoredPart<Blob>): number {
  return deviceCiphers() === undefined ? data.size : decryptedSize(data.size);
}

/** @throws DOMException or Error if they cannot be read or decrypted */
export async function partBytes(stored: StoredPart<Blob>): Promise<Uint8Array<ArrayBuffer>> {
  const ciphers = deviceCiphers();
  if (ciphers === undefined) return new Uint8Array(await stored.data.arrayBuffer());
  const bytes = new Uint8Array(partSize(stored));
  let at = 0;
  for await (const chunk of decryptPart(ciphers, stored, 0, bytes.length)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
