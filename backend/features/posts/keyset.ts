/** Keyset cursors for long lists, so that deep pages need no offset from the top (decision 0010). */
import { LRUCache } from "lru-cache";
import type { Changes, Topic } from "../../db/changes.ts";
import type { Sql } from "../../db/client.ts";

/** Position of a row in its list: its sort date and key. */
export interface Cursor {
  at: string;
  service: string;
  id: string;
}

/** A cursor, and the offset of the page from it. */
export interface Start {
  cursor: Cursor;
  offset: number;
}

/** Rows between two cursors. */
export const STEP = 100;
/** Below this offset a plain offset is cheap enough. */
const MIN_DEEP_OFFSET = 1_000;
/** Maximum depth of cursors in one list, in rows. */
export const MAX_DEPTH = 200_000;
/** Limit for all lists together: about 20 MB. */
const MAX_CURSORS = 100_000;
/** Minimum interval between two reads of a list's cursors, in milliseconds. */
const READ_INTERVAL_MS = 2_000;
/** Changes that move rows in lists: posts, and hiding or showing creators. */
export const MOVED_BY: Topic[] = ["posts", "creators.listed"];

interface ListEntry {
  /** Version at the last deep page; cursors are read once the next deep page finds the list unchanged. */
  requestedAt: number;
  /** Version that `cursors` were read at and are valid for. */
  version?: number;
  cursors: Cursor[];
  readAt: number;
}

const EMPTY: ListEntry = { requestedAt: -1, cursors: [], readAt: Number.NEGATIVE_INFINITY };

export class KeysetCursors {
  readonly #lists = new LRUCache<string, ListEntry>({
    maxSize: MAX_CURSORS,
    sizeCalculation: ({ cursors }) => 1 + cursors.length,
  });

  /**
   * Reads a page from the nearest cursor before it, or from the top if the cursors may be outdated.
   * @param list its name
   * @param readCursors reads every STEP-th row from the top, down to MAX_DEPTH rows; runs in the background
   */
  async read<T>(
    { pool, changes }: { pool: Sql; changes: Changes },
    list: string,
    offset: number,
    readCursors: (pool: Sql) => Promise<Cursor[]>,
    readPage: (start: Start | undefined) => Promise<T>,
  ): Promise<T> {
    const version = offset < MIN_DEEP_OFFSET ? undefined : changes.version(...MOVED_BY);
    if (version === undefined) return await readPage(undefined);
    const entry = this.#lists.get(list) ?? EMPTY;
    const cursor = entry.version === version ? entry.cursors[Math.floor(offset / STEP)] : undefined;
    if (cursor === undefined) {
      const page = readPage(undefined);
      const isUnchanged = entry.requestedAt === version && entry.version !== version;
      const isDue = isUnchanged && performance.now() - entry.readAt >= READ_INTERVAL_MS;
      const next = { ...entry, requestedAt: version, readAt: isDue ? performance.now() : entry.readAt };
      this.#lists.set(list, next);
      // On failure the next deep page tries again.
      if (isDue)
        readCursors(pool).then(
          (cursors) => this.#lists.set(list, { ...next, cursors, version }),
          () => {},
        );
      return await page;
    }
    const page = await readPage({ cursor, offset: offset % STEP });
    return changes.version(...MOVED_BY) === version ? page : await readPage(undefined);
  }
}
