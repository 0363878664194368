/** Plans saving: files of some posts by kind, without duplicates, with known sizes. */
import type { FileRef } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import type { FileKindChoice } from "../../../offline/db/records.ts";
import {
  FILE_KINDS,
  filesOfPost,
  kindChoiceOf,
  type PostWithFiles,
} from "../../../offline/library/file-kinds.ts";

export interface KindPlan {
  kind: FileKindChoice;
  files: FileRef[];
}

export interface Sum {
  bytes: number;
  /** Files of unknown size. */
  unknown: number;
  /** Files whose size is not requested yet. */
  pending: number;
}

/** Groups the files by kind, in the fixed order of kinds. */
export function planOf(posts: readonly PostWithFiles[]): KindPlan[] {
  const files = new Map<string, FileRef>();
  for (const file of posts.flatMap(filesOfPost)) {
    const hash = hashOfPath(file.path);
    if (hash !== undefined && !files.has(hash)) files.set(hash, file);
  }
  const all = [...files.values()];
  return FILE_KINDS.map((kind) => ({
    kind,
    files: all.filter((file) => kindChoiceOf(file) === kind),
  })).filter(({ files }) => files.length > 0);
}

/** Hashes of all files, without duplicates. */
export function hashesOf(plan: readonly KindPlan[]): string[] {
  return plan.flatMap(({ files }) => files.flatMap(({ path }) => hashOfPath(path) ?? []));
}

/** Removes files with these hashes; empty kinds remain, so that the layout does not change. */
export function without(plan: readonly KindPlan[], hashes: ReadonlySet<string>): KindPlan[] {
  return plan.map(({ kind, files }) => ({
    kind,
    files: files.filter(({ path }) => !hashes.has(hashOfPath(path) ?? "")),
  }));
}

type SizeOf = (path: string) => number | null | undefined;

export function sumOf(files: readonly FileRef[], sizeOf: SizeOf): Sum {
  const sum: Sum = { bytes: 0, unknown: 0, pending: 0 };
  for (const { path } of files) {
    const size = sizeOf(path);
    if (size === undefined) sum.pending += 1;
    else if (size === null) sum.unknown += 1;
    else sum.bytes += size;
  }
  return sum;
}

/** First posts that fit into `maxBytes` together, equal files counted once; stops at the first that does not fit. */
export function fitting<T extends PostWithFiles>(
  posts: readonly T[],
  kinds: readonly FileKindChoice[],
  maxBytes: number,
  sizeOf: SizeOf,
): T[] {
  const counted = new Set<string>();
  let bytes = 0;
  for (const [at, post] of posts.entries()) {
    for (const file of filesOfPost(post)) {
      if (!kinds.includes(kindChoiceOf(file)) || counted.has(file.path)) continue;
      counted.add(file.path);
      bytes += sizeOf(file.path) ?? 0;
    }
    if (bytes > maxBytes) return posts.slice(0, at);
  }
  return [...posts];
}
