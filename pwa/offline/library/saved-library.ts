/** Live queries of saved posts, including changes in other tabs. */
import { creatorOfPost } from "#shared/rules/offline-db.ts";
import type { LibraryOrder } from "#shared/rules/sort-orders.ts";
import { offlineDb } from "../db/db.ts";
import type { CreatorRow, PostRow, SavedRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

export interface LibraryQuery {
  sort: LibraryOrder;
  /** `service/creator`. */
  creator: string | undefined;
  /** Part of a title or a creator's name. */
  words: string;
  limit: number;
}

export interface LibraryResults {
  rows: SavedRow[];
  /** Number of matches. */
  count: number;
}

/** @returns unsubscribe */
export function watchLibrary(
  query: LibraryQuery,
  onResults: (results: LibraryResults) => void,
  onError: (error: unknown) => void,
): () => void {
  return watchQuery(() => find(query), onResults, onError);
}

/** Returns the newest saved posts. */
export function newestSaved(limit: number): Promise<LibraryResults> {
  return find({ sort: "date", creator: undefined, words: "", limit });
}

/** Returns all matches. */
export async function findSavedPosts(query: Omit<LibraryQuery, "limit">): Promise<SavedRow[]> {
  return (await find({ ...query, limit: Number.POSITIVE_INFINITY })).rows;
}

async function find({ sort, creator, words, limit }: LibraryQuery): Promise<LibraryResults> {
  const { saved } = offlineDb();
  const { index, compare } = ORDERS[sort];
  // With an index, only the rows that are shown are read.
  if (creator === undefined && words === "" && index !== undefined) {
    const ordered = saved.orderBy(index).reverse();
    const [rows, count] = await Promise.all([ordered.limit(limit).toArray(), saved.count()]);
    return { rows, count };
  }
  const all = await (creator === undefined
    ? saved.toArray()
    : saved.where("creator").equals(creator).toArray());
  const wanted = words.toLocaleLowerCase();
  const rows = all.filter(({ title, creatorName }) =>
    `${title}\n${creatorName}`.toLocaleLowerCase().includes(wanted),
  );
  rows.sort(compare);
  return { rows: rows.slice(0, limit), count: rows.length };
}

interface Order {
  /** Index of the same order, from its end. */
  index?: "savedAt" | "bytes";
  compare: (a: SavedRow, b: SavedRow) => number;
}
const ORDERS: Record<LibraryOrder, Order> = {
  date: { index: "savedAt", compare: (a, b) => b.savedAt - a.savedAt },
  size: { index: "bytes", compare: (a, b) => b.bytes - a.bytes },
  creator: {
    compare: (a, b) =>
      a.creatorName.localeCompare(b.creatorName) ||
      a.creator.localeCompare(b.creator) ||
      b.savedAt - a.savedAt,
  },
};

export interface CreatorTotal {
  /** `service/creator`. */
  creator: string;
  name: string;
  posts: number;
  /** A file shared by several creators is divided among them, so that the sum is the storage used. */
  bytes: number;
}

/** Watches the storage used per creator, largest first. @returns unsubscribe */
export function watchTotals(
  onTotals: (totals: CreatorTotal[]) => void,
  onError: (error: unknown) => void,
): () => void {
  return watchQuery(totals, onTotals, onError);
}

async function totals(): Promise<CreatorTotal[]> {
  const { saved, files } = offlineDb();
  const byCreator = new Map<string, CreatorTotal>();
  // Reads all rows at once: thousands of cursor steps would block the page.
  for (const { creator, creatorName, textBytes = 0 } of await saved.toArray()) {
    const total = byCreator.get(creator) ?? { creator, name: "", posts: 0, bytes: 0 };
    total.name ||= creatorName;
    total.posts += 1;
    total.bytes += textBytes;
    byCreator.set(creator, total);
  }
  for (const { bytes = 0, posts } of await files.where("isWhole").equals(1).toArray()) {
    for (const post of posts) {
      const total = byCreator.get(creatorOfPost(post));
      if (total !== undefined) total.bytes += bytes / posts.length;
    }
  }
  return [...byCreator.values()].sort((a, b) => b.bytes - a.bytes);
}

export async function savedOfCreator(creator: string): Promise<string[]> {
  return offlineDb().saved.where("creator").equals(creator).primaryKeys();
}

/** Posts whose deletion frees the most space. */
export async function largestSaved(count: number): Promise<SavedRow[]> {
  return offlineDb().saved.where("bytes").above(0).reverse().limit(count).toArray();
}

export async function savedRow(key: string): Promise<SavedRow | undefined> {
  return offlineDb().saved.get(key);
}

/** Stored data that the pages of saved posts need. */
export async function savedPages(
  keys: readonly string[],
): Promise<{ posts: PostRow[]; creators: CreatorRow[] }> {
  const { posts, creators } = offlineDb();
  const [found, names] = await Promise.all([
    posts.bulkGet([...keys]),
    creators.bulkGet([...new Set(keys.map(creatorOfPost))]),
  ]);
  return {
    posts: found.filter((row) => row !== undefined),
    creators: names.filter((row) => row !== undefined),
  };
}
