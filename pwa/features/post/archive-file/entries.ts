import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import type { ListedFile } from "./tree.ts";

/** Files in an archive, with known sizes. */
export function listedFiles({ file_list, file_sizes }: ArchiveFile): ListedFile[] {
  return file_list.map((name, at) => ({ name, bytes: file_sizes?.[at] ?? null }));
}
