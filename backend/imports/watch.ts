/** A folder from which everything that is dropped into it is imported, once it is no longer being written. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Downloads } from "./formats/lib/folder.ts";
import { ReadError } from "./formats/lib/format.ts";

export interface WatchOptions {
  folder: string;
  /** Milliseconds between two looks. What is the same in two looks in a row is no longer being written. */
  everyMs: number;
  signal: AbortSignal;
  /** Called with the folder whenever something in it is new; what it throws is given to `onError`, and tried again. */
  take(downloads: Downloads): Promise<void>;
  onError(error: unknown): void;
}

/** Looks at the folder until the signal is given; it need not be there yet. After a start everything in it is new. */
export async function watchFolder({ folder, everyMs, signal, take, onError }: WatchOptions): Promise<void> {
  let last: string | undefined;
  let taken: string | undefined;
  while (!signal.aborted) {
    try {
      const downloads = await Downloads.open(folder);
      const now = await stateOf(downloads);
      if (now !== undefined && now === last && now !== taken) {
        await take(downloads);
        taken = now; // what came meanwhile is seen with the next look
      }
      last = now;
    } catch (error) {
      if (!(error instanceof ReadError)) onError(error);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {}); // the loop sees the signal
  }
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
