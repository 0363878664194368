import { queryOptions } from "@tanstack/react-query";
import { getFile, tryPassword } from "#shared/contracts/files.ts";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { call } from "../../../api/call.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

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

/** Unlocks an archive file; a wrong password is an HttpError with status 400. */
export async function sendPassword(hash: string, password: string): Promise<ArchiveFile> {
  return await call(tryPassword, { params: { hash }, query: { with: "sizes" }, body: [password] });
}
