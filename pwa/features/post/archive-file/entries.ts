import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import type { ViewerImage } from "../viewer/image.ts";
import type { ListedFile } from "./tree.ts";

/** An archive file as far as its contents need it: also one that is inside of another. */
export type Contained = Pick<ArchiveFile, "file_list" | "file_sizes" | "password">;

/** Files in an archive, with known sizes. */
export function listedFiles({ file_list, file_sizes }: Contained): ListedFile[] {
  return file_list.map((name, index) => ({ index, name, bytes: file_sizes?.[index] ?? null }));
}

/** Folders and names that macOS adds, which are no images. */
const APPLE_DOUBLE = /(?:^|\/)(?:__MACOSX\/|\._)/;
/** The same order in every language. */
const collator = new Intl.Collator("en", { numeric: true });

/**
 * Images of an archive file as pages, in natural order: page 2 before page 10, folder by folder.
 * @param pathOf path of the file at an index, see `entryPath`
 */
export function pagesOf({ file_list }: Contained, pathOf: (index: number) => string): ViewerImage[] {
  const named = file_list.flatMap((name, index) => {
    const parts = name.split(/[\\/]+/);
    return hasThumbnail(name) && !APPLE_DOUBLE.test(parts.join("/")) ? [{ index, parts }] : [];
  });
  named.sort((a, b) => compareParts(a.parts, b.parts) || a.index - b.index);
  return named.map(({ index, parts }) => ({ path: pathOf(index), name: parts.at(-1) ?? "" }));
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, level) => part !== b[level]);
  return at === -1 ? a.length - b.length : collator.compare(a[at] ?? "", b[at] ?? "");
}
