import { z } from "zod/mini";
import { FILE_PATH } from "../rules/files.ts";

/** A file of a post, message or DM; `path` is `/aa/bb/<sha256>.<ext>` without `/data`. */
export const FileRef = z.object({
  name: z.string(),
  path: z.string().check(z.regex(FILE_PATH, "Expected /aa/bb/<sha256>.<ext>.")),
});
export type FileRef = z.infer<typeof FileRef>;

/** `{}` if there is none, never null. */
export const MaybeFile = z.union([FileRef, z.strictObject({})]);
export type MaybeFile = z.infer<typeof MaybeFile>;

export function hasFile(file: MaybeFile): file is FileRef {
  return "path" in file;
}
