/** Live queries of saved posts, including changes in other tabs. */
import { creatorOfPost } from "#shared/rules/offline-db.ts";
import { offlineDb } from "../db/db.ts";
import type { CreatorRow, PostRow, SavedRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";
import type { LibraryOrder } from "./orders.ts";

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
  // The default query reads only the rows shown.
  if (creator === undefined && words === "" && sort !== "creator") {
    const ordered = saved.orderBy(sort === "size" ? "bytes" : "savedAt").reverse();
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
  rows.sort(ORDERS[sort]);
  return { rows: rows.slice(0, limit), count: rows.length };
}

const ORDERS: Record<LibraryQuery["sort"], (a: SavedRow, b: SavedRow) => number> = {
  date: (a, b) => b.savedAt - a.savedAt,
  size: (a, b) => b.bytes - a.bytes,
  creator: (a, b) =>
    a.creatorName.localeCompare(b.creatorName) || a.creator.localeCompare(b.creator) || b.savedAt - a.savedAt,
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
