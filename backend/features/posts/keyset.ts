/** Keyset cursors into long lists, so that a deep page is not counted off from the top (decision 0010). */
import { LRUCache } from "lru-cache";
import type { Changes, Topic } from "../../db/changes.ts";
import type { Sql } from "../../db/client.ts";

/** A row by the order of its list: the date it is sorted by, and its key. */
export interface Cursor {
  at: string;
  service: string;
  id: string;
}

/** A cursor and how many rows after it the page begins. */
export interface Start {
  cursor: Cursor;
  offset: number;
}

/** Rows from one cursor to the next. */
export const STEP = 100;
/** Below this offset counting off is cheap enough. */
const DEEP = 1_000;
/** Rows of one list that get cursors. */
export const DEEPEST = 200_000;
/** Of all lists together: about 20 MB. */
const MAX_CURSORS = 100_000;
/** Cursors of one list are not read more often than this, however often it changes. In milliseconds. */
const EVERY = 2_000;
/** What moves a row in any list: the posts, and creators that are hidden or shown. */
export const MOVED_BY: Topic[] = ["posts", "creators.listed"];

interface ListEntry {
  /** At the last deep page; cursors are read when the next one finds the list unchanged. */
  requestedAt: number;
  /** What `cursors` were read at; they hold for that alone. */
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
   * Reads a page from the nearest cursor before it, or from the top where the cursors may be out of date.
   * @param list its name
   * @param readCursors every STEP-th row of it, from the top, at most DEEPEST rows down; runs in the background
   */
  async read<T>(
    { pool, changes }: { pool: Sql; changes: Changes },
    list: string,
    offset: number,
    readCursors: (pool: Sql) => Promise<Cursor[]>,
    readPage: (start: Start | undefined) => Promise<T>,
  ): Promise<T> {
    const version = offset < DEEP ? undefined : changes.version(...MOVED_BY);
    if (version === undefined) return await readPage(undefined);
    const entry = this.#lists.get(list) ?? EMPTY;
    const cursor = entry.version === version ? entry.cursors[Math.floor(offset / STEP)] : undefined;
    if (cursor === undefined) {
      const page = readPage(undefined);
      const isUnchanged = entry.requestedAt === version && entry.version !== version;
      const isDue = isUnchanged && performance.now() - entry.readAt >= EVERY;
      const next = { ...entry, requestedAt: version, readAt: isDue ? performance.now() : entry.readAt };
      this.#lists.set(list, next);
      // Where it fails the next deep page tries again.
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
