import { queryOptions } from "@tanstack/react-query";
import { searchHash, searchHashes, searchPicture } from "#shared/contracts/files.ts";
import type { FileUses, HashHit, PictureHit } from "#shared/entities/archive-file.ts";
import { type FileRef, hasFile } from "#shared/entities/file.ts";
import { type ArchiveParts, partsOf } from "#shared/rules/archive-parts.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { call } from "../../../api/call.ts";
import { callV2 } from "../../../api/call-v2.ts";
import { changedHashesOf, pictureOf } from "../../../offline/pictures/client.ts";
import { savedPath, similarOnDevice } from "./offline-lookups.ts";

/** Uses of a file by its SHA-256; the file is not sent. @throws HttpError 404 if unknown */
export function hashQuery(hash: string) {
  return queryOptions({
    queryKey: ["search-hash", hash],
    queryFn: ({ signal }) => call(searchHash, { params: { hash }, signal }),
  });
}

/** A picture whose bytes can be read more than once. */
export interface PictureFile {
  read: () => Blob | Promise<Blob>;
  /** SHA-256. */
  hash: string;
}

/** Size and perceptual hash of a picture, computed on this device. */
export function pictureQuery({ read, hash }: PictureFile) {
  return queryOptions({
    queryKey: ["picture", hash],
    queryFn: async () => pictureOf(await read()),
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Fresh each time, as posts may be saved or removed meanwhile. */
const ON_DEVICE = { networkMode: "always", staleTime: 0, retry: false } as const;

/** Path of a file that is stored with a saved post; null without one. */
export function savedPathQuery(hash: string) {
  return queryOptions({
    queryKey: ["saved-path", hash],
    queryFn: () => savedPath(hash),
    ...ON_DEVICE,
  });
}

/** Place to search for pictures: the archive, which gets nothing but 64 hex digits, or saved posts. */
export type Place = "archive" | "device";

/** Pictures that look the same. */
export function samePicturesQuery(place: Place, pdq: string, isWanted = true) {
  return queryOptions({
    queryKey: ["search-picture", place, pdq],
    queryFn: ({ signal }) => findPictures(place, pdq, signal),
    enabled: isWanted,
    ...(place === "device" ? ON_DEVICE : {}),
  });
}

/**
 * Pictures of which one is a rotated, mirrored, framed or cropped copy, one request after the other; a picture found twice counts
 * once, at its closest.
 */
export function changedPicturesQuery(place: Place, { read, hash }: PictureFile, isAsked: boolean) {
  return queryOptions({
    queryKey: ["changed-pictures", place, hash],
    enabled: isAsked,
    queryFn: async ({ signal }) => {
      const closest = new Map<string, PictureHit>();
      for (const pdq of await changedHashesOf(await read()))
        for (const hit of await findPictures(place, pdq, signal))
          if (hit.distance < (closest.get(hit.hash)?.distance ?? Number.POSITIVE_INFINITY))
            closest.set(hit.hash, hit);
      return [...closest.values()];
    },
    ...(place === "device" ? ON_DEVICE : {}),
  });
}

function findPictures(place: Place, pdq: string, signal: AbortSignal): Promise<PictureHit[]> {
  return place === "device" ? similarOnDevice(pdq) : call(searchPicture, { params: { pdq }, signal });
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
  return await callV2(searchHashes, {
    body: { hashes: [...hashes] },
    ...(signal === undefined ? {} : { signal }),
  });
}
