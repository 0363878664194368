/** A folder from which everything that is dropped into it is imported, once it is no longer being written. */
import { createHash } from "node:crypto";
import { Downloads } from "./formats/lib/folder.ts";
import { ReadError } from "./formats/lib/format.ts";

/**
 * Returns a function to call now and then: it takes the folder when something in it is new and is the same as in the call
 * before. The folder need not exist yet. Whatever `take` throws is thrown on, and tried again with the next call.
 */
export function lookIntoFolder(
  folder: string,
  take: (downloads: Downloads) => Promise<void>,
): () => Promise<void> {
  let last: string | undefined;
  let taken: string | undefined;
  return async () => {
    const downloads = await Downloads.open(folder).catch((error: unknown) => {
      if (!(error instanceof ReadError)) throw error;
      return undefined;
    });
    const now = downloads && (await stateOf(downloads));
    if (downloads !== undefined && now !== undefined && now === last && now !== taken) {
      await take(downloads);
      taken = now; // the next call sees what came meanwhile
    }
    last = now;
  };
}

/** A digest of names, sizes and dates; undefined where there is no file. */
async function stateOf(downloads: Downloads): Promise<string | undefined> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const { path } of downloads.folder.walk()) {
    const { size, mtimeMs } = downloads.statOf(path) ?? { size: 0, mtimeMs: 0 };
    hash.update(`${path}\0${size}\0${mtimeMs}\0`);
    count += 1;
  }
  return count === 0 ? undefined : hash.digest("hex");
}
