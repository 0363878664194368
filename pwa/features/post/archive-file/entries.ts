import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { entryPath } from "#shared/rules/files.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import type { ViewerImage } from "../viewer/image.ts";
import type { ListedFile } from "./tree.ts";

/** Files in an archive, with known sizes. */
export function listedFiles({ file_list, file_sizes }: ArchiveFile): ListedFile[] {
  return file_list.map((name, index) => ({ index, name, bytes: file_sizes?.[index] ?? null }));
}

/** Folders and names that macOS adds, which are no images. */
const APPLE_DOUBLE = /(?:^|\/)(?:__MACOSX\/|\._)/;
/** The same order in every language. */
const collator = new Intl.Collator("en", { numeric: true });

/** Images of an archive file as pages, in natural order: page 2 before page 10, folder by folder. */
export function pagesOf({ file, file_list }: ArchiveFile): ViewerImage[] {
  const named = file_list.flatMap((name, index) => {
    const parts = name.split(/[\\/]+/);
    return hasThumbnail(name) && !APPLE_DOUBLE.test(parts.join("/")) ? [{ index, parts }] : [];
  });
  named.sort((a, b) => compareParts(a.parts, b.parts) || a.index - b.index);
  return named.map(({ index, parts }) => ({ path: entryPath(file.hash, index), name: parts.at(-1) ?? "" }));
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, level) => part !== b[level]);
  return at === -1 ? a.length - b.length : collator.compare(a[at] ?? "", b[at] ?? "");
}
