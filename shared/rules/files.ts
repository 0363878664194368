/** Content-addressed file paths, and file kinds by extension. */

export const BAD_IMAGE = "That image cannot be read.";

export const FILE_PATH = /^\/([0-9a-f]{2})\/([0-9a-f]{2})\/((\1\2)[0-9a-f]{60})(\.[a-z0-9]{1,10})?$/;

/** Builds `/aa/bb/<sha256><ext>`; ext includes its dot, or is empty. */
export function filePath(hash: string, ext: string): string {
  return `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ext}`;
}

/** SHA-256 in a stored path; undefined if the path has another form. */
export function hashOfPath(path: string): string | undefined {
  return FILE_PATH.exec(path)?.[3];
}

/** Lower-case extension with its dot, or an empty string. */
export function extensionOf(name: string): string {
  return /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? "";
}

const KINDS = {
  image: [".gif", ".jpeg", ".jpg", ".jpe", ".png", ".webp"],
  video: [".mp4", ".webm", ".mov", ".m4v", ".mkv", ".ogv"],
  audio: [".mp3", ".flac", ".wav", ".ogg", ".m4a", ".opus"],
  archive: [".zip", ".rar", ".7z", ".tar"],
  document: [".pdf", ".txt", ".doc", ".docx", ".epub", ".psd", ".clip"],
} as const;

export type FileKind = keyof typeof KINDS;

const KIND_OF = new Map<string, FileKind>(
  Object.entries(KINDS).flatMap(([kind, exts]) => exts.map((ext) => [ext, kind as FileKind] as const)),
);

/** Extensions of a kind, with their dots; empty for an unknown kind. */
export function extensionsOfKind(kind: string): readonly string[] {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as FileKind] : [];
}

/** Kind of file by extension alone. */
export function kindOf(ext: string): FileKind | undefined {
  return KIND_OF.get(ext);
}

/** Kind of a stored file. Archive files are stored as `.bin`, so only their name has the extension. */
export function fileKind(file: { name: string; path: string }): FileKind | undefined {
  return kindOf(extensionOf(file.path)) ?? kindOf(extensionOf(file.name));
}
