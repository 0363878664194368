/** Which files a post has, and of which kinds. */
import { type FileRef, hasFile, type MaybeFile } from "#shared/entities/file.ts";
import { fileKind } from "#shared/rules/files.ts";
import { inlineImages } from "../../lib/inline-images.ts";
import type { FileKindChoice } from "../db/records.ts";

export const FILE_KINDS = ["image", "video", "audio", "archive", "other"] as const satisfies FileKindChoice[];

export function kindChoiceOf(file: { name: string; path: string }): FileKindChoice {
  const kind = fileKind(file);
  return kind === undefined || kind === "document" ? "other" : kind;
}

export interface PostWithFiles {
  file: MaybeFile;
  attachments: readonly FileRef[];
  /** Its text, where known: it may contain pictures. */
  content?: string;
}

/** All its files; one with several names several times. */
export function filesOfPost({ file, attachments, content = "" }: PostWithFiles): FileRef[] {
  const inline = inlineImages(content).map((path) => ({ name: "", path }));
  return [...(hasFile(file) ? [file] : []), ...attachments, ...inline];
}
