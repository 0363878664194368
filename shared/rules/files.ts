/** Content-addressed file paths. */

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
