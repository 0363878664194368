/** Serves saved files from the app's database. */
import { FILES_STORE, PARTS_STORE, type StoredFile, type StoredPart } from "#shared/rules/offline-db.ts";
import { openExisting, query } from "./database.ts";
import { type ByteRange, headersOf, rangeOf, slicesOf, type Wanted } from "./file-response.ts";

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
    const db = await database();
    if (db === undefined) return undefined;
    const file: StoredFile | undefined = await query(db, FILES_STORE, "readonly", (files) => files.get(hash));
    if (file?.isWhole !== 1 || file.bytes === undefined) return undefined;
    const range = rangeOf(request.headers.get("range"), file.bytes);
    if (range === "none")
      return new Response(null, { status: 416, headers: { "content-range": `bytes */${file.bytes}` } });
    const body = await bytesOf(db, file, range ?? { start: 0, end: file.bytes - 1 });
    if (body === undefined) return undefined;
    const headers = headersOf(file, range, name);
    return new Response(body, { status: range === undefined ? 200 : 206, headers });
  } catch {
    return undefined; // falls back to the network
  }
}

/** Reads no bytes: parts are Blobs, read with the response. */
async function bytesOf(db: IDBDatabase, { hash }: StoredFile, range: ByteRange): Promise<Blob | undefined> {
  const slices = slicesOf(range);
  const [first, last] = [slices[0]?.part ?? 0, slices.at(-1)?.part ?? 0];
  const wanted = IDBKeyRange.bound([hash, first], [hash, last]);
  const parts: StoredPart<Blob>[] = await query(db, PARTS_STORE, "readonly", (store) => store.getAll(wanted));
  if (range.end >= range.start && parts.length < slices.length) return undefined;
  return new Blob(slices.map(({ from, to }, at) => parts[at]?.data.slice(from, to) ?? new Blob()));
}
