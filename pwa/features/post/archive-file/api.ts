import { queryOptions } from "@tanstack/react-query";
import { getFile, tryPassword } from "#shared/contracts/files.ts";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { call, callFile } from "../../../api/call.ts";
import { HttpError } from "../../../api/errors.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";
import { decodeText } from "./decode-text.ts";

const HASH = /^[0-9a-f]{64}$/i;

export function isHash(text: string): boolean {
  return HASH.test(text);
}

/** A file, with its contents if it is an archive file (docs/decisions/0008). */
export function archiveQuery(hash: string) {
  return queryOptions({
    queryKey: ["file", hash.toLowerCase()],
    queryFn: (context) => cachedCall(getFile, { params: { hash }, query: { with: "sizes" } }, context),
    enabled: isHash(hash),
  });
}

/** Bytes of a text that are read. */
const MAX_TEXT = 512 * 1024;

/** Beginning of a file inside an archive file; null if it is no text. @param path see `entryPath` */
export function entryTextQuery(path: string) {
  return queryOptions({
    queryKey: ["archive-entry", path],
    queryFn: ({ signal }) => readText(path, signal),
  });
}

async function readText(path: string, signal: AbortSignal): Promise<{ text: string | null; isCut: boolean }> {
  const headers = { accept: "text/plain", range: `bytes=0-${MAX_TEXT - 1}` };
  const response = await callFile(path, { headers, signal }).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 416) return undefined; // an empty file
    throw error;
  });
  if (response === undefined) return { text: "", isCut: false };
  if (response.headers.get("content-type")?.startsWith("text/plain") !== true)
    return { text: null, isCut: false };
  const bytes = new Uint8Array(await response.arrayBuffer());
  const size = Number(response.headers.get("content-range")?.split("/")[1] ?? bytes.length);
  const isCut = size > bytes.length;
  return { text: decodeText(bytes, document.documentElement.lang, isCut), isCut };
}

/** Unlocks an archive file; a wrong password is an HttpError with status 400. */
export async function sendPassword(hash: string, password: string): Promise<ArchiveFile> {
  return await call(tryPassword, { params: { hash }, query: { with: "sizes" }, body: [password] });
}
