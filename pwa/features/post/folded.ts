/** Files of a post as the page lists them. */
import { partOf } from "#shared/rules/archive-parts.ts";
import { typeOfExtension } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";

export interface Folded<T> {
  file: T;
  /** Number of copies in the post, under any name. */
  count: number;
}

/** Removes duplicates by the hash in the path, keeping the first. */
export function foldByHash<T extends { path: string }>(files: readonly T[]): Folded<T>[] {
  const folded = new Map<string, Folded<T>>();
  for (const file of files) {
    const known = folded.get(file.path);
    if (known === undefined) folded.set(file.path, { file, count: 1 });
    else known.count += 1;
  }
  return [...folded.values()];
}

/** File type such as `PNG`, from the name first, since archives are stored as `.bin`; empty if unknown. */
export function typeOf(file: { name: string; path: string }): string {
  return (extensionOf(file.name) || extensionOf(file.path)).slice(1).toUpperCase();
}

/** True for archive formats whose contents can be listed, and for their parts. */
export function isListedArchive(name: string): boolean {
  return typeOfExtension(extensionOf(name))?.listed === true || partOf(name) !== undefined;
}
