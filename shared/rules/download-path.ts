const MAX_PATH = 4_096;
/** In characters; a file system may allow fewer if they are not ASCII. */
const MAX_NAME = 255;

/** True for the path of a file inside a folder: names joined by slashes that cannot escape it. */
export function isDownloadPath(path: string): boolean {
  return path.length <= MAX_PATH && path.split("/").every(isName);
}

const isName = (name: string) =>
  name.length > 0 && name.length <= MAX_NAME && name !== "." && name !== ".." && !name.includes("\0");
