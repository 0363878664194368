/** Derives a key, which never leaves the browser, and its id from the words. */
import { subtleCrypto } from "../../../lib/secure-context/apis.ts";

export interface Keys {
  /** AES-256-GCM; cannot be exported. */
  key: CryptoKey;
  /** 32 hexadecimal digits, sent to the server; reveals nothing about the key. */
  keyId: string;
}

/** False over plain HTTP, where browsers do not encrypt. */
export const canEncrypt = (): boolean => subtleCrypto() !== undefined;

/** @throws DOMException over plain HTTP */
export function encryption(): SubtleCrypto {
  const subtle = subtleCrypto();
  if (subtle === undefined) throw new DOMException("Encryption needs HTTPS.", "NotSupportedError");
  return subtle;
}

const text = (value: string) => new TextEncoder().encode(value);
const hkdf = (info: string) => ({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: text(info) });

/** HKDF: random words need no slow hash. @param bytes of the words, 128 bits */
export async function keysOf(bytes: Uint8Array<ArrayBuffer>): Promise<Keys> {
  const subtle = encryption();
  const secret = await subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey", "deriveBits"]);
  const aes = { name: "AES-GCM", length: 256 };
  const key = await subtle.deriveKey(hkdf("roost sync 1 content"), secret, aes, false, [
    "encrypt",
    "decrypt",
  ]);
  const name = new Uint8Array(await subtle.deriveBits(hkdf("roost sync 1 key id"), secret, 128));
  return { key, keyId: Array.from(name, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}
