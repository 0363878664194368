/** Signatures of bundles for other archives: `signature.json` lists the SHA-256 of every other file (docs/bundle.md). */
import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";
import { type Entity, RECORDS, SIGNATURE_FILE } from "#backend/imports/bundle/records.ts";
import { FILE_PATH } from "#shared/rules/files.ts";
import { type Entry, type Folder, ReadError } from "./format.ts";

const SIGNATURE_VERSION = 1;
/** About two million files. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Characters that a name cannot have, since they change how the line with it is shown. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Hexadecimal digits of a fingerprint and of one of its groups: 128 bits, which two people can compare by phone. */
const DIGITS = 32;
const GROUP = /.{4}(?=.)/g;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const isListed = (path: string) =>
  path.startsWith("files/") ? FILE_PATH.test(path.slice("files".length)) : entityOf(path) !== undefined;
const Path = z.string().refine(isListed, "Expected a file of a bundle.");
const Base64 = z.base64().max(1000);

const Signature = z.strictObject({
  version: z.literal(SIGNATURE_VERSION),
  /** Name of the archive that signed, as it calls itself. */
  name: z
    .string()
    .max(60)
    .refine((name) => name.search(INVISIBLE) === -1),
  /** Ed25519, SPKI in DER. */
  public_key: Base64,
  /** SHA-256 by path. */
  files: z.record(Path, Hash),
  signature: Base64,
});
export type Signature = z.infer<typeof Signature>;

/** Entity of a file `<entity>.ndjson`. */
export function entityOf(path: string): Entity | undefined {
  const name = path.endsWith(".ndjson") ? path.slice(0, -".ndjson".length) : "";
  return Object.hasOwn(RECORDS, name) ? (name as Entity) : undefined;
}

/** `3f2a-91bc-…`, of the SHA-256 of the public key. */
export function fingerprintOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, DIGITS).replace(GROUP, "$&-");
}

/** Compares fingerprints as people write them. */
export function isSameFingerprint(one: string, other: string): boolean {
  const digits = (text: string) => text.toLowerCase().replace(/[\s-]/g, "");
  return digits(one) === digits(other);
}

/** The bytes that are signed: no other document of the archive begins like them. */
const signedBytes = ({ version, name, public_key, files }: Omit<Signature, "signature">) =>
  Buffer.from(JSON.stringify(["roost bundle", version, name, public_key, Object.entries(files).sort()]));

/** @param files SHA-256 by path */
export function signFiles(key: KeyObject, name: string, files: Record<string, string>): Signature {
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64");
  const content = {
    version: SIGNATURE_VERSION,
    name: name.replace(INVISIBLE, ""),
    public_key: publicKey,
    files,
  } as const;
  return { ...content, signature: sign(null, signedBytes(content), key).toString("base64") };
}

export interface Signed {
  name: string;
  fingerprint: string;
  /** SHA-256 by path. */
  files: Record<string, string>;
}

/**
 * Reads the signature of a bundle and checks that it is one; `checkFiles` checks the files.
 * @returns undefined if there is none
 * @throws ReadError if it is not valid
 */
export async function readSignature(folder: Folder): Promise<Signed | undefined> {
  const entry = await folder.find(SIGNATURE_FILE);
  if (entry === undefined) return undefined;
  const json = await folder.json(entry, MAX_BYTES).catch((error: Error) => {
    throw new ReadError(`${entry.path} ${error.message}`);
  });
  const isOther = z.object({ version: z.int().gt(SIGNATURE_VERSION) }).safeParse(json).success;
  if (isOther) throw new ReadError(`${entry.path} is of a newer version of Roost.`);
  const parsed = Signature.safeParse(json).data;
  if (parsed === undefined) throw new ReadError(`${entry.path} is not the signature of a bundle.`);
  const key = publicKeyOf(parsed.public_key);
  if (key === undefined || !verify(null, signedBytes(parsed), key, Buffer.from(parsed.signature, "base64")))
    throw new ReadError(`${entry.path} does not match: it was changed after it was signed.`);
  return { name: parsed.name, fingerprint: fingerprintOf(key), files: parsed.files };
}

function publicKeyOf(der: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(der, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined; // OpenSSL's message does not help
  }
}

/** A file that a signature lists. */
export function listedEntry(folder: Folder, path: string): Entry {
  return {
    path: folder.path === "" ? path : `${folder.path}/${path}`,
    name: path.slice(path.lastIndexOf("/") + 1),
    isFolder: false,
  };
}

/**
 * Reads every file that the signature lists.
 * @param onFile called with the number of files read, and of all
 * @throws ReadError naming the first one that differs or cannot be read
 */
export async function checkFiles(
  folder: Folder,
  { files }: Pick<Signed, "files">,
  onFile: (done: number, total: number) => void,
): Promise<void> {
  const all = Object.entries(files);
  for (const [at, [path, expected]] of all.entries()) {
    onFile(at, all.length);
    const hash = createHash("sha256");
    try {
      for await (const chunk of folder.bytes(listedEntry(folder, path))) hash.update(chunk);
    } catch (error) {
      throw new ReadError(`${path} ${(error as Error).message}: nothing was imported.`);
    }
    if (hash.digest("hex") !== expected)
      throw new ReadError(`${path} is damaged or was changed after it was signed: nothing was imported.`);
  }
}
