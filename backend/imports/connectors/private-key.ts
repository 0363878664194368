/** Private key that unseals session keys: created at first start, read by the importer only. */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Config } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { fingerprintOf } from "./sealing.ts";

const BITS = 4096;

export interface ImporterKey {
  privateKey: KeyObject;
  fingerprint: string;
}

export const importerKeyFile = ({ IMPORTER_KEY_FILE: path, ROOST_DATA: data }: Config): string =>
  path ?? join(data, "importer-key.pem");

/**
 * Reads or creates the key file and publishes the public key for the API.
 * @throws Error if it is readable by others or not an RSA key of 4096 bits
 */
export async function openImporterKey(sql: Sql, path: string): Promise<ImporterKey> {
  const privateKey = (await readImporterKey(path)) ?? parse(path, await make(path));
  const publicKey = createPublicKey(privateKey);
  const fingerprint = fingerprintOf(publicKey);
  await sql`
    insert into importer_keys (fingerprint, public_key)
    values (${fingerprint}, ${publicKey.export({ type: "spki", format: "pem" }).toString()})
    on conflict (fingerprint) do update set seen_at = now()`;
  return { privateKey, fingerprint };
}

/** @returns undefined if there is no file yet @throws like openImporterKey */
export async function readImporterKey(path: string): Promise<KeyObject | undefined> {
  const pem = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (pem === undefined) return undefined;
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) throw new Error(`${path}: others may read it. Run: chmod 600 ${path}`);
  return parse(path, pem);
}

function parse(path: string, pem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // OpenSSL's message does not help.
  }
  if (key?.asymmetricKeyType !== "rsa" || key.asymmetricKeyDetails?.modulusLength !== BITS)
    throw new Error(`${path}: expected an RSA key of ${BITS} bits.`);
  return key;
}

/** Creates the file atomically; one of several concurrent calls wins. */
async function make(path: string): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: BITS });
  await mkdir(dirname(path), { recursive: true });
  const made = `${path}.${randomUUID()}`;
  const file = await open(made, "wx", 0o600);
  try {
    await file.writeFile(privateKey.export({ type: "pkcs8", format: "pem" }));
    await file.sync();
    await link(made, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await file.close();
    await rm(made, { force: true });
  }
  return await readFile(path, "utf8");
}
