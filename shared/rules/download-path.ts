const MAX_PATH = 4_096;
/** In characters; the disk may take fewer where they are not ASCII. */
const MAX_NAME = 255;

/** Whether this is the path of a file below a folder: names joined by slashes, none of which leads elsewhere. */
export function isDownloadPath(path: string): boolean {
  return path.length <= MAX_PATH && path.split("/").every(isName);
}

const isName = (name: string) =>
  name.length > 0 && name.length <= MAX_NAME && name !== "." && name !== ".." && !name.includes("\0");
