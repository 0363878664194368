/** Serves saved files from the app's database. */

import { FILES_STORE, PARTS_STORE, type StoredFile, type StoredPart } from "#shared/rules/offline-db.ts";
import type { Ciphers } from "../pwa/offline/encryption/ciphers.ts";
import { decryptPart } from "../pwa/offline/encryption/file-parts.ts";
import { decryptRow, encryptKey } from "../pwa/offline/encryption/rows.ts";
import { openExisting, query } from "./database.ts";
import { deviceCiphers } from "./device-ciphers.ts";
import {
  type ByteRange,
  headersOf,
  type PartSlice,
  rangeOf,
  slicesOf,
  type Wanted,
} from "./file-response.ts";

let opening: Promise<IDBDatabase | undefined> | undefined;

/** Shared connection, reopened after it was lost. */
async function database(): Promise<IDBDatabase | undefined> {
  const forget = () => {
    opening = undefined;
  };
  opening ??= openExisting([FILES_STORE, PARTS_STORE], forget);
  const db = await opening;
  if (db === undefined) forget();
  return db;
}

/**
 * Responds with the stored file or the requested range.
 * @returns undefined if it is not completely stored or the database cannot be read
 */
export async function respondFromStorage(
  { hash, name }: Wanted,
  request: Request,
): Promise<Response | undefined> {
  try {
    const [db, ciphers] = await Promise.all([database(), deviceCiphers()]);
    if (db === undefined || ciphers === "locked") return undefined;
    const file = await storedFile(db, hash, ciphers);
    if (file?.isWhole !== 1 || file.bytes === undefined) return undefined;
    const range = rangeOf(request.headers.get("range"), file.bytes);
    if (range === "none")
      return new Response(null, { status: 416, headers: { "content-range": `bytes */${file.bytes}` } });
    const body = await bytesOf(db, file, range ?? { start: 0, end: file.bytes - 1 }, ciphers);
    if (body === undefined) return undefined;
    const headers = headersOf(file, range, name);
    return new Response(body, { status: range === undefined ? 200 : 206, headers });
  } catch {
    return undefined; // falls back to the network
  }
}

/** True if the file is stored whole, and can be read. */
export async function isStored(hash: string): Promise<boolean> {
  try {
    const [db, ciphers] = await Promise.all([database(), deviceCiphers()]);
    if (db === undefined || ciphers === "locked") return false;
    return (await storedFile(db, hash, ciphers))?.isWhole === 1;
  } catch {
    return false;
  }
}

async function storedFile(
  db: IDBDatabase,
  hash: string,
  ciphers: Ciphers | undefined,
): Promise<StoredFile | undefined> {
  const key = keyOf(hash, ciphers);
  const row: unknown = await query(db, FILES_STORE, "readonly", (files) => files.get(key));
  return (ciphers === undefined ? row : decryptRow(ciphers, row)) as StoredFile | undefined;
}

const keyOf = (hash: string, ciphers: Ciphers | undefined) =>
  ciphers === undefined ? hash : (encryptKey(ciphers, hash) as string);

/** Reads no bytes: parts are Blobs, read with the response. */
async function bytesOf(
  db: IDBDatabase,
  { hash }: StoredFile,
  range: ByteRange,
  ciphers: Ciphers | undefined,
): Promise<BodyInit | undefined> {
  const slices = slicesOf(range);
  const key = keyOf(hash, ciphers);
  const [first, last] = [slices[0]?.part ?? 0, slices.at(-1)?.part ?? 0];
  const wanted = IDBKeyRange.bound([key, first], [key, last]);
  const rows: unknown[] = await query(db, PARTS_STORE, "readonly", (store) => store.getAll(wanted));
  if (range.end >= range.start && rows.length < slices.length) return undefined;
  if (ciphers !== undefined)
    return streamOf(decryptParts(ciphers, rows.map((row) => decryptRow(ciphers, row)) as Part[], slices));
  const parts = rows as Part[];
  return new Blob(slices.map(({ from, to }, at) => parts[at]?.data.slice(from, to) ?? new Blob()));
}

type Part = StoredPart<Blob>;

async function* decryptParts(ciphers: Ciphers, parts: Part[], slices: PartSlice[]) {
  for (const [at, { from, to }] of slices.entries()) {
    const part = parts[at];
    if (part !== undefined) yield* decryptPart(ciphers, part, from, to);
  }
}

/** Reads on only as the page takes the bytes. */
function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
