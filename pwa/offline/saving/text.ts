/** Fetches the text of a post, and that in its images, and stores it with its list of files. */

import { getPost, getRevision, listComments } from "#shared/contracts/post.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import type { FileText } from "#shared/entities/picture-text.ts";
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";
import { fileTexts } from "../../api/file-texts.ts";
import type { OfflineDb, Tables } from "../db/db.ts";
import type { SavedFile, SavedRow } from "../db/records.ts";
import { filesOfPost, kindChoiceOf } from "../library/file-kinds.ts";
import { attachFiles, savedFiles, withFiles } from "./rows.ts";

export interface PostText {
  page: PostEnvelope;
  comments: Comment[];
  profile: CreatorProfile;
  /** Older revision that was on the screen. */
  revision: PostEnvelope | undefined;
  inImages: FileText[];
}

/** @throws HttpError 404 if the post does not exist, or another error of `call` */
export async function fetchPostText(
  { key, revision }: Pick<SavedRow, "key" | "revision">,
  signal: AbortSignal,
): Promise<PostText> {
  const [service = "", id = "", post = ""] = key.split("/");
  const params = { service, id, post };
  // Sequential, to keep the number of requests low when many posts are saved.
  const page = await call(getPost, { params, signal });
  const comments = await call(listComments, { params, signal }).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return [];
    throw error;
  });
  const profile = await call(getProfile, { params: { service, id }, signal });
  const old =
    revision === undefined ? undefined : await call(getRevision, { params: { ...params, revision }, signal });
  const inImages = await fileTexts(imagesOf(page, old), signal);
  return { page, comments, profile, revision: old, inImages };
}

const filesOf = (page: PostEnvelope, revision: PostEnvelope | undefined) =>
  [page.post, ...(revision === undefined ? [] : [revision.post])].flatMap(filesOfPost);

/** Hashes of the images of a post, each once. */
function imagesOf(page: PostEnvelope, revision: PostEnvelope | undefined): string[] {
  const images = filesOf(page, revision).filter((file) => kindChoiceOf(file) === "image");
  return [...new Set(images.flatMap(({ path }) => hashOfPath(path) ?? []))];
}

/** @returns the post's row with its files; undefined if it was removed meanwhile */
export async function storeText(db: OfflineDb, key: string, text: PostText): Promise<SavedRow | undefined> {
  const { saved, files, parts, posts, comments, creators, revisions, changes, owned } = db;
  const tables = [saved, files, parts, posts, comments, creators, revisions, changes, owned];
  return db.transaction("rw", tables, async (tx) => {
    const row = await tx.saved.get(key);
    if (row === undefined || row.state !== "saving") return undefined;
    const textBytes = await putText(tx, row, text);
    await tx.changes.add({ key });
    const { post } = text.page;
    const ofKinds = savedFiles(filesOf(text.page, text.revision), kindChoiceOf).filter(({ kind }) =>
      row.kinds.includes(kind),
    );
    const wanted = row.leavesOwned ? await withoutOwned(tx, ofKinds) : ofKinds;
    const { problem: _, ...rest } = row;
    const next: SavedRow = {
      ...rest,
      title: post.title.trim() || row.title,
      creatorName: text.profile.name,
      textAt: Date.now(),
      textBytes,
    };
    const full = withFiles(next, await attachFiles(tx, key, wanted));
    await tx.saved.put(full);
    // Where an image is not saved, there is no row to update.
    for (const { hash, lines } of text.inImages) await tx.files.update(hash, { text: lines });
    return full;
  });
}

async function withoutOwned(db: Tables, files: SavedFile[]): Promise<SavedFile[]> {
  const known = await db.owned.bulkGet(files.map(({ hash }) => hash));
  return files.filter((_, index) => known[index] === undefined);
}

/** @returns size as JSON, in bytes */
async function putText(db: Tables, { key, creator }: SavedRow, text: PostText): Promise<number> {
  const now = Date.now();
  const entryOf = (value: unknown) => ({ storedAt: now, usedAt: now, bytes: JSON.stringify(value).length });
  const before = await db.posts.get(key);
  const post = { ...before, key, creator, page: text.page, pageAt: now, ...entryOf(text.page) };
  const comments = { key, comments: text.comments, ...entryOf(text.comments) };
  await db.posts.put(post);
  await db.comments.put(comments);
  await db.creators.put({ key: creator, profile: text.profile, ...entryOf(text.profile) });
  if (text.revision === undefined || !("revision_id" in text.revision.post))
    return post.bytes + comments.bytes;
  const revision = {
    key: `${key}/${text.revision.post.revision_id}`,
    post: key,
    page: text.revision,
    ...entryOf(text.revision),
  };
  await db.revisions.put(revision);
  return post.bytes + comments.bytes + revision.bytes;
}
