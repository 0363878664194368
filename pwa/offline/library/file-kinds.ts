/** Files of a post and their kinds. */
import { type FileRef, hasFile, type MaybeFile } from "#shared/entities/file.ts";
import { partOf } from "#shared/rules/archive-parts.ts";
import { fileKind } from "#shared/rules/file-types.ts";
import { inlineImages } from "../../lib/inline-images.ts";
import type { FileKindChoice } from "../db/records.ts";

export const FILE_KINDS = ["image", "video", "audio", "archive", "other"] as const satisfies FileKindChoice[];

export function kindChoiceOf(file: { name: string; path: string }): FileKindChoice {
  const kind = partOf(file.name) === undefined ? fileKind(file) : "archive";
  return kind === undefined || kind === "document" ? "other" : kind;
}

export interface PostWithFiles {
  file: MaybeFile;
  attachments: readonly FileRef[];
  /** Text, if known; it may contain inline images. */
  content?: string;
}

/** All files of a post; a file with several names appears several times. */
export function filesOfPost({ file, attachments, content = "" }: PostWithFiles): FileRef[] {
  const inline = inlineImages(content).map((path) => ({ name: "", path }));
  return [...(hasFile(file) ? [file] : []), ...attachments, ...inline];
}
