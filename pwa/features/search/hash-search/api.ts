import { queryOptions } from "@tanstack/react-query";
import { z } from "zod/mini";
import { searchHash, searchHashes } from "#shared/contracts/files.ts";
import type { FileUses, HashHit } from "#shared/entities/archive-file.ts";
import { hasFile } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { call } from "../../../api/call.ts";

/** Uses of a file by its SHA-256; the file is not sent. @throws HttpError 404 if unknown */
export function hashQuery(hash: string) {
  return queryOptions({
    queryKey: ["search-hash", hash],
    queryFn: ({ signal }) => call(searchHash, { params: { hash }, signal }),
  });
}

/** Name of the file in the newest post or message. */
export function fileNameIn({ posts, discord_posts }: FileUses, hash: string): string | undefined {
  const files = [
    ...posts.flatMap(({ file, attachments }) => (hasFile(file) ? [file, ...attachments] : attachments)),
    ...discord_posts.flatMap(({ attachments }) => attachments),
  ];
  return files.find(({ path, name }) => name !== "" && hashOfPath(path) === hash)?.name;
}

/** Older revisions with a file that the current posts lack. */
export function revisionsQuery(hash: string, uses: FileUses | undefined) {
  return queryOptions({
    queryKey: ["search-hash-revisions", hash],
    enabled: uses?.posts.some((post) => !holdsNow(post, hash)) === true,
    queryFn: async ({ signal }) => (await searchMany([hash], signal))[0]?.posts ?? [],
  });
}

function holdsNow({ file, attachments }: FileUses["posts"][number], hash: string): boolean {
  return [file, ...attachments].some((one) => "path" in one && hashOfPath(one.path) === hash);
}

/**
 * Finds which of at most MAX_HASHES files the archive has. Sends only hashes.
 * @param hashes 64 lower-case hex digits each
 * @throws the errors of `call`
 */
export async function searchMany(hashes: readonly string[], signal?: AbortSignal): Promise<HashHit[]> {
  const { envelope: type = "", ...endpoint } = searchHashes;
  const wrapped = {
    ...endpoint,
    body: z.object({ type: z.string(), data: searchHashes.body as NonNullable<typeof searchHashes.body> }),
    response: z.object({ type: z.string(), data: searchHashes.response }),
  };
  const body = { type, data: { hashes: [...hashes] } };
  return (await call(wrapped, { body, ...(signal === undefined ? {} : { signal }) })).data;
}
