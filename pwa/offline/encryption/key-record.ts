/** The device key, stored so that only the person who chose its protection can use it (docs/decisions/0075). */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { managedNonce, utf8ToBytes } from "@noble/ciphers/utils.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** `device`: none, the key lies beside the data. `pin`: derived from a PIN. `passkey`: from a secret of a passkey. */
export const PROTECTIONS = ["device", "pin", "passkey"] as const;
export type Protection = (typeof PROTECTIONS)[number];

type Bytes = Uint8Array<ArrayBuffer>;

export interface KeyRecord {
  protection: Protection;
  /** The key: as it is for `device`, else encrypted. */
  key: Bytes;
  /** Random input of the derivation; empty for `device`. */
  salt: Bytes;
  /** Id of the passkey. */
  passkey?: Bytes;
  /** Identifies the key: compared with one from the archive. */
  check: Bytes;
  /** Wrong PINs since the last right one. */
  attempts: number;
  /** Days without contact after which the device does not open; 0 without limit. */
  offlineDays: number;
  /** Time of the last contact with the archive, in milliseconds since 1970. */
  contactAt: number;
  /** Older copies are encrypted as well. */
  isComplete: boolean;
}

/** Wrong PINs after which the device deletes what it has stored. */
export const MAX_ATTEMPTS = 10;
export const MIN_PIN_LENGTH = 6;
export const OFFLINE_DAYS = [0, 1, 7, 14, 30] as const;

/** 64 MiB and about a second on a phone, for each PIN that is tried. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, dkLen: 32 };

/** 16 bytes that tell nothing about the key. */
export const checkOf = (key: Bytes): Bytes => sha256(key).slice(0, 16);

export function isKeyOf({ check }: KeyRecord, key: Bytes): boolean {
  return checkOf(key).every((byte, at) => byte === check[at]);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** True if the device has to contact the archive first; also if its clock was set back. */
export function isOverdue({ offlineDays, contactAt }: KeyRecord, now: number): boolean {
  return offlineDays > 0 && Math.abs(now - contactAt) > offlineDays * DAY_MS;
}

const deriveFromPin = (pin: string, salt: Bytes) =>
  scryptAsync(utf8ToBytes(pin.normalize("NFKC")), salt, SCRYPT);
const cipherOf = (secret: Uint8Array) => managedNonce(xchacha20poly1305)(secret);

export function newSalt(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32));
}

export type KeyLock = Pick<KeyRecord, "protection" | "key" | "salt" | "passkey">;

export const withoutLock = (key: Bytes): KeyLock => ({ protection: "device", key, salt: new Uint8Array() });

export async function lockWithPin(key: Bytes, pin: string): Promise<KeyLock> {
  const salt = newSalt();
  const encrypted = cipherOf(await deriveFromPin(pin, salt)).encrypt(key) as Bytes;
  return { protection: "pin", key: encrypted, salt };
}

/** @param secret 32 bytes that the passkey gives for the salt */
export function lockWithPasskey(
  key: Bytes,
  { secret, salt, id }: { secret: Bytes; salt: Bytes; id: Bytes },
): KeyLock {
  return { protection: "passkey", key: cipherOf(secret).encrypt(key) as Bytes, salt, passkey: id };
}

/** @returns undefined if the PIN is wrong */
export async function unlockWithPin({ key, salt }: KeyLock, pin: string): Promise<Bytes | undefined> {
  return decrypt(key, await deriveFromPin(pin, salt));
}

/** @returns undefined if it is not this passkey's secret */
export function unlockWithPasskey({ key }: Pick<KeyLock, "key">, secret: Bytes): Bytes | undefined {
  return decrypt(key, secret);
}

function decrypt(key: Bytes, secret: Uint8Array): Bytes | undefined {
  try {
    return cipherOf(secret).decrypt(key) as Bytes;
  } catch {
    return undefined;
  }
}
