/** Text by which posts are found by the names of their files. */

/** Characters of the names of one post. */
export const MAX_NAMES_LENGTH = 16_384;
const MAX_NAME_LENGTH = 200;
/** The engine takes this for the end of a sentence: no phrase goes on in the next name. */
const SEPARATOR = ". ";
const EXTENSION = /(?<=.)\.[a-z0-9]{1,8}$/i;
const LETTER = /\p{L}/u;
const DIGITS = /\p{N}+/gu;
/** Checksums, UUIDs and the like, which nobody searches for. */
const CODE = /^[0-9a-f]{8}[0-9a-f-]{8,}$/i;

/**
 * Lists the folders in names, and the names without extensions, each once; those without letters are left out.
 * If they are too long, there is at least one of each numbered series.
 * @param paths names of files, in archive files with their folders
 */
export function fileNames(paths: Iterable<string>): string {
  const found = new Map<string, string>();
  for (const path of paths) {
    const parts = path.split(/[/\\]+/);
    const file = parts.pop() ?? "";
    for (const name of [...parts, file.replace(EXTENSION, "")]) {
      const shown = name.slice(0, MAX_NAME_LENGTH).trim();
      const key = shown.toLowerCase();
      if (!found.has(key) && LETTER.test(shown) && !CODE.test(shown)) found.set(key, shown);
    }
  }
  const all = [...found.values()].join(SEPARATOR);
  if (all.length <= MAX_NAMES_LENGTH) return all;
  const names: string[] = [];
  let length = 0;
  for (const name of seriesFirst(found)) {
    length += name.length + SEPARATOR.length;
    if (length > MAX_NAMES_LENGTH) break;
    names.push(name);
  }
  return names.join(SEPARATOR);
}

/** Orders names so that those that differ from an earlier one by numbers alone are last. */
function seriesFirst(names: ReadonlyMap<string, string>): string[] {
  const seen = new Set<string>();
  const others: string[] = [];
  const first: string[] = [];
  for (const [key, name] of names) {
    const series = key.replace(DIGITS, "0");
    (seen.has(series) ? others : first).push(name);
    seen.add(series);
  }
  return [...first, ...others];
}
