/** The API seals session keys, and only the importer can unseal them: RSA-4096-OAEP around AES-256-GCM. */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from "node:crypto";
import type { ImportSecrets } from "#shared/rules/importer.ts";

const WRAPPED_BYTES = 512; // of RSA-4096
const IV_BYTES = 12;
const TAG_BYTES = 16;
const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" } as const;

/** Binds a sealed key to its service: it cannot be unsealed for another one. */
const boundTo = (service: string) => Buffer.from(`roost import ${service}`);

/** @param publicKey PEM */
export function seal(publicKey: string, service: string, secrets: ImportSecrets): Buffer {
  const key = randomBytes(32);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(boundTo(service));
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()]);
  const wrapped = publicEncrypt({ key: publicKey, ...OAEP }, key);
  return Buffer.concat([wrapped, iv, cipher.getAuthTag(), text]);
}

/** @throws Error if it was sealed for another key or service, or is damaged; the message contains no secret */
export function unseal(privateKey: KeyObject, service: string, sealed: Buffer): ImportSecrets {
  const [iv, tag, text] = [
    sealed.subarray(WRAPPED_BYTES, WRAPPED_BYTES + IV_BYTES),
    sealed.subarray(WRAPPED_BYTES + IV_BYTES, WRAPPED_BYTES + IV_BYTES + TAG_BYTES),
    sealed.subarray(WRAPPED_BYTES + IV_BYTES + TAG_BYTES),
  ];
  try {
    const key = privateDecrypt({ key: privateKey, ...OAEP }, sealed.subarray(0, WRAPPED_BYTES));
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(service))
      .setAuthTag(tag);
    return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString()) as ImportSecrets;
  } catch {
    throw new Error("The sealed session key cannot be opened.");
  }
}

/** Fingerprint of a public key. */
export function fingerprintOf(publicKey: string | KeyObject): string {
  const key = typeof publicKey === "string" ? createPublicKey(publicKey) : publicKey;
  return createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** Identifies equal keys, ignoring the user agent. */
export function keyHashOf(service: string, { user_agent: _, ...secrets }: ImportSecrets): Buffer {
  const values = Object.entries(secrets).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac("sha256", "roost import")
    .update(JSON.stringify([service, values]))
    .digest();
}
