/**
 * Encrypts what a device stores of an archive for members (docs/decisions/0075). Texts and values are encrypted
 * synchronously: a transaction of IndexedDB ends while a promise is awaited.
 */
import { Decoder, Encoder, ExtensionCodec } from "@msgpack/msgpack";
import { aessiv, gcm } from "@noble/ciphers/aes.js";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { bytesToUtf8, managedNonce, utf8ToBytes } from "@noble/ciphers/utils.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** Bytes that `encryptBytes` adds: a nonce before, a tag behind. */
export const OVERHEAD = NONCE_BYTES + 16;
/** Start of every encrypted text, to tell it from a plain one. */
const PREFIX = "~";

type Bytes = Uint8Array<ArrayBuffer>;

export interface Ciphers {
  /** The device key, for workers. */
  key: Bytes;
  /** Gives the same result for the same text, so that encrypted keys can be looked up; their order is lost. */
  encryptText: (text: string) => string;
  /** @throws Error if it was encrypted with another key */
  decryptText: (text: string) => string;
  /**
   * Encrypts anything that IndexedDB stores.
   * @param objects receives what only the browser can serialize (Blobs, keys, handles), to be stored beside the result
   * @throws TypeError for other objects than plain ones, arrays, Maps, Dates, Uint8Arrays and ArrayBuffers
   */
  encryptValue: (value: unknown, objects: unknown[]) => Bytes;
  /** @throws Error if it was changed, or encrypted with another key */
  decryptValue: (bytes: Uint8Array, objects: readonly unknown[]) => unknown;
  /** @param place what the bytes are; they can be decrypted with the same place only */
  encryptBytes: (bytes: Bytes, place: string) => Promise<Bytes>;
  /** @throws Error if they were changed, moved to another place, or encrypted with another key */
  decryptBytes: (bytes: Bytes, place: string) => Promise<Bytes>;
}

/**
 * @param key 32 random bytes
 * @param subtle the browser's own encryption; null for none, as it offers it over https only
 */
export function createCiphers(
  key: Bytes,
  subtle: SubtleCrypto | null = globalThis.crypto.subtle ?? null,
): Ciphers {
  const derive = (purpose: string, length: number) =>
    hkdf(sha256, key, undefined, utf8ToBytes(`roost device ${purpose}`), length) as Bytes;
  const texts = derive("texts", 64);
  const values = managedNonce(xchacha20poly1305)(derive("values", KEY_BYTES));
  const { encryptBytes, decryptBytes } = byteCipher(derive("bytes", KEY_BYTES), subtle);
  return {
    key,
    encryptText: (text) => PREFIX + toBase64(aessiv(texts).encrypt(utf8ToBytes(text))),
    decryptText: (text) => bytesToUtf8(aessiv(texts).decrypt(fromBase64(text.slice(PREFIX.length)))),
    encryptValue: (value, objects) => values.encrypt(pack(value, objects)) as Bytes,
    decryptValue: (bytes, objects) => unpack(values.decrypt(bytes), objects),
    encryptBytes,
    decryptBytes,
  };
}

/** True for what `encryptText` returned. */
export const isEncryptedText = (text: string): boolean => text.startsWith(PREFIX);

/** AES-GCM of the browser; without https it has none, then the same in JavaScript. */
function byteCipher(key: Bytes, subtle: SubtleCrypto | null): Pick<Ciphers, "encryptBytes" | "decryptBytes"> {
  if (subtle === null) {
    const cipherOf = (place: string) => managedNonce(gcm)(key, utf8ToBytes(place));
    return {
      encryptBytes: async (bytes, place) => cipherOf(place).encrypt(bytes) as Bytes,
      decryptBytes: async (bytes, place) => cipherOf(place).decrypt(bytes) as Bytes,
    };
  }
  let imported: Promise<CryptoKey> | undefined;
  const cryptoKey = () => {
    imported ??= subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
    return imported;
  };
  const paramsOf = (iv: Bytes, place: string) => ({
    name: "AES-GCM",
    iv,
    additionalData: utf8ToBytes(place) as Bytes,
  });
  return {
    async encryptBytes(bytes, place) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const encrypted = await subtle.encrypt(paramsOf(iv, place), await cryptoKey(), bytes);
      const result = new Uint8Array(NONCE_BYTES + encrypted.byteLength);
      result.set(iv);
      result.set(new Uint8Array(encrypted), NONCE_BYTES);
      return result;
    },
    async decryptBytes(bytes, place) {
      const params = paramsOf(bytes.subarray(0, NONCE_BYTES), place);
      return new Uint8Array(await subtle.decrypt(params, await cryptoKey(), bytes.subarray(NONCE_BYTES)));
    },
  };
}

/** Types that MessagePack does not know. */
const EXTENSION = { map: 0, buffer: 1, object: 2 } as const;
const FOR_THE_BROWSER = ["Blob", "File", "CryptoKey", "FileSystemFileHandle"];

const codec = new ExtensionCodec<unknown[]>();
codec.register({
  type: EXTENSION.map,
  encode: (value, objects) => (value instanceof Map ? encoderOf(objects).encode([...value]) : null),
  decode: (data, _, objects) => new Map(decoderOf(objects).decode(data) as [unknown, unknown][]),
});
codec.register({
  type: EXTENSION.buffer,
  encode: (value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : null),
  decode: (data) => data.slice().buffer,
});
codec.register({
  type: EXTENSION.object,
  encode(value, objects) {
    const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
    if (name === "Object" || name === "Array" || name === "Uint8Array") return null;
    if (!FOR_THE_BROWSER.includes(name)) throw new TypeError(`A value of type ${name} cannot be encrypted.`);
    return encoderOf(objects).encode(objects.push(value) - 1);
  },
  decode: (data, _, objects) => objects[decoderOf(objects).decode(data) as number],
});

const encoderOf = (objects: unknown[]) =>
  new Encoder({ extensionCodec: codec, context: objects, ignoreUndefined: true });
const decoderOf = (objects: unknown[]) => new Decoder({ extensionCodec: codec, context: objects });

const pack = (value: unknown, objects: unknown[]) => encoderOf(objects).encode(value);
const unpack = (bytes: Uint8Array, objects: readonly unknown[]) => decoderOf([...objects]).decode(bytes);

/** URL-safe base64 without padding. */
export function toBase64(bytes: Uint8Array): string {
  let plain = "";
  for (const byte of bytes) plain += String.fromCharCode(byte);
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64(text: string): Bytes {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}
