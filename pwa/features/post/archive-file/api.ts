import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getFile, INVALID_PASSWORD, tryPassword } from "#shared/contracts/files.ts";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import type { EntryAddress } from "#shared/rules/files.ts";
import { call, callFile } from "../../../api/call.ts";
import { HttpError, NetworkError } from "../../../api/errors.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";
import { isOutage } from "../../../offline/cache/outage.ts";
import { hasOfflineData } from "../../../offline/db/has-data.ts";
import { decodeText } from "./decode-text.ts";

const HASH = /^[0-9a-f]{64}$/i;

export function isHash(text: string): boolean {
  return HASH.test(text);
}

/** A file, with its contents if it is an archive file (docs/decisions/0008). */
export function archiveQuery(hash: string) {
  return queryOptions({
    queryKey: ["file", hash.toLowerCase()],
    queryFn: async (context) => {
      try {
        return await cachedCall(getFile, { params: { hash }, query: { with: "sizes" } }, context);
      } catch (error) {
        const isShown = context.client.getQueryData(context.queryKey) !== undefined;
        if (isShown || !isOutage(error) || !hasOfflineData()) throw error;
        const { listSaved } = await deviceArchives();
        return await listSaved(hash.toLowerCase()).catch(() => Promise.reject(error));
      }
    },
    enabled: isHash(hash),
  });
}

/** Separate, as it starts a worker. */
const deviceArchives = () => import("../../../offline/archives/client.ts");

/** True if the archive file is saved on this device. */
export function isSavedQuery(hash: string) {
  return queryOptions({
    queryKey: ["saved-archive", hash],
    queryFn: async () => {
      if (!hasOfflineData()) return false;
      const { wholeFile } = await import("../../../offline/library/stored-files.ts");
      return (await wholeFile(hash)) !== undefined;
    },
    networkMode: "always",
    staleTime: 0,
  });
}

/** Contents of an archive file inside of another. @param passwords to try, if it needs one */
export function innerQuery(archive: EntryAddress, passwords: string[]) {
  return queryOptions({
    queryKey: ["inner-archive", archive.hash, archive.number, passwords],
    queryFn: async () => await (await deviceArchives()).listInner(archive, passwords),
    networkMode: "always",
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
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

/** Unlocks an archive file; a wrong password is an HttpError with status 400. Without a connection the device tries it. */
export async function sendPassword(hash: string, password: string): Promise<ArchiveFile> {
  try {
    return await call(tryPassword, { params: { hash }, query: { with: "sizes" }, body: [password] });
  } catch (error) {
    if (!(error instanceof NetworkError) || !hasOfflineData()) throw error;
    const { tryOnDevice } = await deviceArchives();
    const found = await tryOnDevice(hash, password).catch(() => Promise.reject(error));
    if (found !== undefined) return found;
    throw new HttpError({ status: 400, statusText: "", url: "" }, INVALID_PASSWORD);
  }
}
