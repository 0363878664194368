/** Watches a folder and imports new content once it is no longer being written. */
import { createHash } from "node:crypto";
import { Downloads } from "./formats/lib/folder.ts";
import { ReadError } from "./formats/lib/format.ts";

/**
 * Returns a function to call periodically: it takes the folder if it has new content, unchanged since the previous
 * call. The folder need not exist yet. Errors of `take` are rethrown, and the next call retries.
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
      taken = now; // the next call detects later changes
    }
    last = now;
  };
}

/** A digest of names, sizes and dates; undefined without files. */
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
