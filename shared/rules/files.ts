/** Content-addressed file paths. */

export const BAD_IMAGE = "That image cannot be read.";

/**
 * Value of `login` in addresses of files in feeds for members: a refusal asks for HTTP Basic credentials. In the app's
 * addresses browsers would open a dialog of their own.
 */
export const BASIC_LOGIN = "basic";

export const FILE_PATH = /^\/([0-9a-f]{2})\/([0-9a-f]{2})\/((\1\2)[0-9a-f]{60})(\.[a-z0-9]{1,10})?$/;

/** Builds `/aa/bb/<sha256><ext>`; ext includes its dot, or is empty. */
export function filePath(hash: string, ext: string): string {
  return `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ext}`;
}

/** Address of a file inside an archive file, which stands for a stored path where images are shown. @param number index in the list of files */
export function entryPath(hash: string, number: number): string {
  return `/api/v1/file/${hash}/entry/${number}`;
}

/** A file inside an archive file; with `inner`, one inside of that, which the device opens (docs/decisions/0008). */
export interface EntryAddress {
  /** SHA-256 of the archive file. */
  hash: string;
  /** Index in its list of files. */
  number: number;
  /** Index in the list of files of an archive file that is inside. */
  inner?: number;
}

/** @param entry path of the archive file that is inside another, see `entryPath` */
export const innerPath = (entry: string, number: number): string => `${entry}/entry/${number}`;

const ENTRY_PATH = /^\/api\/v1\/file\/([0-9a-f]{64})\/entry\/(\d{1,6})(?:\/entry\/(\d{1,6}))?$/;

/** @returns undefined if the path has another form */
export function entryOfPath(path: string): EntryAddress | undefined {
  const [, hash, number, inner] = ENTRY_PATH.exec(path) ?? [];
  if (hash === undefined) return undefined;
  return { hash, number: Number(number), ...(inner === undefined ? {} : { inner: Number(inner) }) };
}

export const isEntryPath = (path: string): boolean => path.startsWith("/api/v1/file/");

/** SHA-256 in a stored path; undefined if the path has another form. */
export function hashOfPath(path: string): string | undefined {
  return FILE_PATH.exec(path)?.[3];
}

/** Lower-case extension with its dot, or an empty string. */
export function extensionOf(name: string): string {
  return /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? "";
}
