/**
 * Encryption of backups in the age format (age-encryption.org), so that `age -d` opens them too. The passphrase encrypts
 * one key, kept beside the backups; everything else is encrypted for that key, which needs no passphrase.
 */
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "./place.ts";

export interface KeyPair {
  /** Public key. */
  recipient: string;
  /** Private key, encrypted with the passphrase. */
  identity: string;
}

type Bytes = globalThis.ReadableStream<Uint8Array>;

export async function createKeyPair(passphrase: string): Promise<KeyPair> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const sealed = await encrypter.encrypt(`${identity}\n`);
  return { recipient: await identityToRecipient(identity), identity: armor.encode(sealed) };
}

/** @returns the private key @throws BackupError if the passphrase is wrong */
export async function openIdentity({ identity }: KeyPair, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return (await decrypter.decrypt(armor.decode(identity), "text")).trim();
  } catch {
    throw new BackupError("The passphrase does not open this backup.");
  }
}

export async function encrypt(recipient: string, source: Readable): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return fromWeb(await encrypter.encrypt(toWeb(source)));
}

/** Fails while it is read if the bytes were changed or cut off. */
export async function decrypt(identity: string, source: Readable): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return fromWeb(await decrypter.decrypt(toWeb(source)));
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as Bytes;
const fromWeb = (stream: Bytes) => Readable.fromWeb(stream as unknown as ReadableStream);
