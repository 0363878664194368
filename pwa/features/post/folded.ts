/** Files of a post as the page lists them. */
import { extensionOf } from "#shared/rules/files.ts";

export interface Folded<T> {
  file: T;
  /** How many times the post holds it, under any name. */
  count: number;
}

/** Each stored file once, where it came first; the path holds the hash of the bytes. */
export function foldByHash<T extends { path: string }>(files: readonly T[]): Folded<T>[] {
  const folded = new Map<string, Folded<T>>();
  for (const file of files) {
    const known = folded.get(file.path);
    if (known === undefined) folded.set(file.path, { file, count: 1 });
    else known.count += 1;
  }
  return [...folded.values()];
}

/** `PNG`; by the name first, since archives are stored as `.bin`. Empty where neither has one. */
export function typeOf(file: { name: string; path: string }): string {
  return (extensionOf(file.name) || extensionOf(file.path)).slice(1).toUpperCase();
}

/** Archives whose names inside can be listed. */
export function isListedArchive(name: string): boolean {
  return [".zip", ".rar", ".7z"].includes(extensionOf(name));
}
