/** Keeps the device key with a passkey: its PRF extension gives a secret that never leaves the authenticator otherwise. */
import { credentials } from "../../lib/secure-context/apis.ts";
import { type KeyLock, lockWithPasskey, newSalt, unlockWithPasskey } from "../encryption/key-record.ts";

type Key = Uint8Array<ArrayBuffer>;

/** The passkey, or the browser, has no secrets to give. */
export class NoPasskeySecretError extends Error {
  override name = "NoPasskeySecretError";
}

/**
 * Creates a passkey for this device alone, which the archive does not know.
 * @throws NoPasskeySecretError; DOMException if the person cancels
 */
export async function createPasskeyLock(key: Key, name: string): Promise<KeyLock> {
  const salt = newSalt();
  const credential = (await credentials()?.create({
    publicKey: {
      challenge: newSalt(),
      rp: { name },
      user: { id: newSalt(), name, displayName: name },
      pubKeyCredParams: [
        { type: "public-key", alg: -7 },
        { type: "public-key", alg: -257 },
      ],
      authenticatorSelection: { residentKey: "discouraged", userVerification: "required" },
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null | undefined;
  if (credential == null) throw new NoPasskeySecretError();
  const id = new Uint8Array(credential.rawId);
  // Some authenticators give it only when they are used.
  const secret = secretOf(credential) ?? (await askPasskey(id, salt));
  return lockWithPasskey(key, { secret, salt, id });
}

/** @returns undefined if it is another passkey's. @throws as `createPasskeyLock` */
export async function keyFromPasskey({ key, salt, passkey }: KeyLock): Promise<Key | undefined> {
  if (passkey === undefined) return undefined;
  return unlockWithPasskey({ key }, await askPasskey(passkey, salt));
}

async function askPasskey(id: Key, salt: Key): Promise<Key> {
  const credential = (await credentials()?.get({
    publicKey: {
      challenge: newSalt(),
      allowCredentials: [{ type: "public-key", id }],
      userVerification: "required",
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null | undefined;
  const secret = credential == null ? undefined : secretOf(credential);
  if (secret === undefined) throw new NoPasskeySecretError();
  return secret;
}

function secretOf(credential: PublicKeyCredential): Key | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  return first === undefined ? undefined : new Uint8Array(first as ArrayBuffer);
}
