/** Where the pages of a long list begin, so that a deep one is not counted off from the top (decision 0010). */
import type { Changes, Topic } from "../../db/changes.ts";
import type { Sql } from "../../db/client.ts";

/** A row in the order of its list: the date it is sorted by, and its key. */
export interface Place {
  at: string;
  service: string;
  id: string;
}

/** A place and how many rows after it the page begins. */
export interface Start {
  place: Place;
  rest: number;
}

/** Rows from one kept place to the next. */
export const STEP = 100;
/** Below this counting off costs less than it matters. */
const DEEP = 1_000;
/** Rows of one list that places are kept of. */
export const DEEPEST = 200_000;
const LISTS = 50;
/** Places are not made more often than this for one list, however often it changes. */
const EVERY = 2_000;
/** What moves a row in any list: the posts, and creators that are hidden or shown. */
export const MOVED_BY: Topic[] = ["posts", "creators.listed"];

interface ManagedProcess {
  /** Of the last deep page; places are made when the next finds the list unchanged. */
  asked: number;
  /** What `places` were read at; used for that alone. */
  version?: number;
  places: Place[];
  madeAt: number;
}

type Needs = { sql: Sql; changes: Changes };

export class Anchors {
  readonly #lists = new Map<string, ManagedProcess>(); // oldest use first

  /**
   * Reads a page from the nearest place before it, or from the top where the places may not be right any more.
   * @param list its name
   * @param readPlaces every STEP-th row of it, from the top, at most DEEPEST rows down
   */
  async read<T>(
    { sql, changes }: Needs,
    list: string,
    offset: number,
    readPlaces: (sql: Sql) => Promise<Place[]>,
    readPage: (start: Start | undefined) => Promise<T>,
  ): Promise<T> {
    const version = offset < DEEP ? undefined : changes.version(...MOVED_BY);
    if (version === undefined) return await readPage(undefined);
    const kept = this.#of(list);
    const place = kept.version === version ? kept.places[Math.floor(offset / STEP)] : undefined;
    if (place === undefined) {
      const page = readPage(undefined);
      if (kept.asked === version && kept.version !== version) make(kept, version, () => readPlaces(sql));
      kept.asked = version;
      return await page;
    }
    const page = await readPage({ place, rest: offset % STEP });
    return changes.version(...MOVED_BY) === version ? page : await readPage(undefined);
  }

  #of(list: string): ManagedProcess {
    const kept = this.#lists.get(list) ?? { asked: -1, places: [], madeAt: Number.NEGATIVE_INFINITY };
    this.#lists.delete(list);
    this.#lists.set(list, kept);
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= LISTS) break;
      this.#lists.delete(oldest);
    }
    return kept;
  }
}

/** Nobody waits for it; where it fails the next deep page tries again. */
function make(kept: ManagedProcess, version: number, readPlaces: () => Promise<Place[]>): void {
  const now = performance.now();
  if (now - kept.madeAt < EVERY) return;
  kept.madeAt = now;
  readPlaces().then(
    (places) => {
      kept.places = places;
      kept.version = version;
    },
    () => {},
  );
}
