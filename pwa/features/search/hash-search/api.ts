import { queryOptions } from "@tanstack/react-query";
import { z } from "zod/mini";
import { searchHash, searchHashes } from "#shared/contracts/files.ts";
import type { FileUses, HashHit } from "#shared/entities/archive-file.ts";
import { type FileRef, hasFile } from "#shared/entities/file.ts";
import { type ArchiveParts, partsOf } from "#shared/rules/archive-parts.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { call } from "../../../api/call.ts";

/** Uses of a file by its SHA-256; the file is not sent. @throws HttpError 404 if unknown */
export function hashQuery(hash: string) {
  return queryOptions({
    queryKey: ["search-hash", hash],
    queryFn: ({ signal }) => call(searchHash, { params: { hash }, signal }),
  });
}

/** Files of each post and message. */
function filesOfUses({ posts, discord_posts }: FileUses): FileRef[][] {
  return [
    ...posts.map(({ file, attachments }) => (hasFile(file) ? [file, ...attachments] : attachments)),
    ...discord_posts.map(({ attachments }) => attachments),
  ];
}

/** Name of the file in the newest post or message. */
export function fileNameIn(uses: FileUses, hash: string): string | undefined {
  const files = filesOfUses(uses).flat();
  return files.find(({ path, name }) => name !== "" && hashOfPath(path) === hash)?.name;
}

/** Parts of the archive that the file belongs to, by the names in a post or message. @returns undefined if it is whole */
export function archivePartsIn(uses: FileUses, hash: string): ArchiveParts<FileRef> | undefined {
  const found = filesOfUses(uses).flatMap((files) => {
    const file = files.find(({ path }) => hashOfPath(path) === hash);
    return (file && partsOf(file, files)) ?? [];
  });
  return found.find(({ isComplete }) => isComplete) ?? found[0];
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
