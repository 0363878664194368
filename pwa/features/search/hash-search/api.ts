import { queryOptions } from "@tanstack/react-query";
import { z } from "zod/mini";
import { searchHash, searchHashes } from "#shared/contracts/files.ts";
import type { FileUses, HashHit } from "#shared/entities/archive-file.ts";
import { hasFile } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { call } from "../../../api/call.ts";

/** Where a file is used, by its SHA-256; the file itself is not sent. 404 is an HttpError. */
export function hashQuery(hash: string) {
  return queryOptions({
    queryKey: ["search-hash", hash],
    queryFn: ({ signal }) => call(searchHash, { params: { hash }, signal }),
  });
}

/** What the newest post or message with the file calls it. */
export function fileNameIn({ posts, discord_posts }: FileUses, hash: string): string | undefined {
  const files = [
    ...posts.flatMap(({ file, attachments }) => (hasFile(file) ? [file, ...attachments] : attachments)),
    ...discord_posts.flatMap(({ attachments }) => attachments),
  ];
  return files.find(({ path, name }) => name !== "" && hashOfPath(path) === hash)?.name;
}

/** The older revisions that hold a file, where posts do not hold it any more. */
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
 * Those of at most MAX_HASHES files that the archive has. Nothing but the hashes is sent.
 * @param hashes 64 lower-case hex digits each
 * @throws as `call` does
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
