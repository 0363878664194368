/** Compares two revisions of a post. Pure. */
import { diffWords } from "diff";
import { type FileRef, hasFile, type MaybeFile } from "#shared/entities/file.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";

type Revision = PostEnvelope["props"]["revisions"][number];
export type RevisionPost = Revision[1];

/** Consecutive revisions with equal title, text and files; `revision` is undefined for the current one. */
export interface Version {
  revision: string | undefined;
  /** Index, from 0 for the oldest. */
  index: number;
  post: RevisionPost;
  /** Number of equal revisions. */
  count: number;
}

/** @param revisions current one first, as on the post page */
export function distinctVersions(revisions: readonly Revision[]): Version[] {
  const versions: Version[] = [];
  for (const [index, post] of revisions) {
    const last = versions.at(-1);
    if (last !== undefined && contentOf(last.post) === contentOf(post)) last.count += 1;
    else {
      const revision = "revision_id" in post ? String(post.revision_id) : undefined;
      versions.push({ revision, index, post, count: 1 });
    }
  }
  return versions;
}

const contentOf = (post: RevisionPost) =>
  JSON.stringify([post.title, post.content, filesOf(post).map(({ name, path }) => [name, path])]);

/** Main file and attachments without duplicates. */
export function filesOf({ file, attachments }: { file: MaybeFile; attachments: FileRef[] }): FileRef[] {
  const files = hasFile(file) ? [file, ...attachments] : attachments;
  return [...new Map(files.toReversed().map((one) => [one.path, one])).values()].toReversed();
}

export type Change = "added" | "removed" | "replaced" | "kept";

export interface FileChange {
  change: Change;
  file: FileRef;
}

/** Compares files by the hash in their path; a different file with the same name counts as replaced. */
export function compareFiles(before: readonly FileRef[], after: readonly FileRef[]): FileChange[] {
  const [had, has] = [pathsOf(before), pathsOf(after)];
  const removed = before.filter(({ path }) => !has.has(path));
  const replaced = new Set<FileRef>();
  const changes = after.map((file): FileChange => {
    if (had.has(file.path)) return { change: "kept", file };
    const old = removed.find((one) => one.name === file.name && !replaced.has(one));
    if (old === undefined) return { change: "added", file };
    replaced.add(old);
    return { change: "replaced", file };
  });
  return [
    ...changes,
    ...removed.filter((file) => !replaced.has(file)).map((file) => ({ change: "removed" as const, file })),
  ];
}

const pathsOf = (files: readonly FileRef[]) => new Set(files.map(({ path }) => path));

/** Files of all revisions without duplicates, starting with the newest revision. */
export function allFiles(versions: readonly Version[]): FileRef[] {
  const files = new Map<string, FileRef>();
  for (const { post } of versions)
    for (const file of filesOf(post)) if (!files.has(file.path)) files.set(file.path, file);
  return [...files.values()];
}

export interface Part {
  change: Change;
  text: string;
}

/** Characters of unchanged text kept around a change; longer passages are cut in the middle. */
const CONTEXT = 240;

/** Compares word by word, also in languages without spaces. @param locale language of the text, if known */
export function compareWords(before: string, after: string, locale?: string): Part[] {
  const intlSegmenter = new Intl.Segmenter(locale, { granularity: "word" });
  return diffWords(before, after, { intlSegmenter }).map(({ added, removed, value }, at, all) => {
    if (added) return { change: "added", text: value };
    if (removed) return { change: "removed", text: value };
    return { change: "kept", text: shorten(value, at === 0, at === all.length - 1) };
  });
}

function shorten(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * CONTEXT) return text;
  return `${isFirst ? "" : text.slice(0, CONTEXT)} … ${isLast ? "" : text.slice(-CONTEXT)}`;
}
