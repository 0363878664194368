/** Questions about what is saved, answered anew whenever that changes, also from other tabs. */
import { liveQuery } from "dexie";
import { deviceDb } from "../db/db.ts";
import type { SavedRow } from "../db/records.ts";

export interface LibraryQuestion {
  sort: "date" | "size" | "creator";
  /** `service/creator`. */
  creator: string | undefined;
  /** Part of a title or of a creator's name. */
  words: string;
  limit: number;
}

export interface LibraryAnswer {
  rows: SavedRow[];
  /** Of those that match. */
  count: number;
}

/** @returns ends it */
export function watchLibrary(
  question: LibraryQuestion,
  hear: (answer: LibraryAnswer) => void,
  fail: (error: unknown) => void,
): () => void {
  const watched = liveQuery(() => ask(question)).subscribe({ next: hear, error: fail });
  return () => watched.unsubscribe();
}

/** The newest. */
export function firstOfLibrary(limit: number): Promise<LibraryAnswer> {
  return ask({ sort: "date", creator: undefined, words: "", limit });
}

async function ask({ sort, creator, words, limit }: LibraryQuestion): Promise<LibraryAnswer> {
  const { saved } = deviceDb();
  // The usual question reads no more rows than are shown.
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

const ORDERS: Record<LibraryQuestion["sort"], (a: SavedRow, b: SavedRow) => number> = {
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
  /** A file that posts of several creators hold is shared out among them, so the sum is what it takes. */
  bytes: number;
}

/** What saved posts take, by creator, largest first. @returns ends it */
export function watchTotals(
  hear: (totals: CreatorTotal[]) => void,
  fail: (error: unknown) => void,
): () => void {
  const watched = liveQuery(totals).subscribe({ next: hear, error: fail });
  return () => watched.unsubscribe();
}

async function totals(): Promise<CreatorTotal[]> {
  const { saved, files } = deviceDb();
  const byCreator = new Map<string, CreatorTotal>();
  // At once, not row by row: thousands of cursor steps would hold up the page.
  for (const { creator, creatorName, textBytes = 0 } of await saved.toArray()) {
    const total = byCreator.get(creator) ?? { creator, name: "", posts: 0, bytes: 0 };
    total.name ||= creatorName;
    total.posts += 1;
    total.bytes += textBytes;
    byCreator.set(creator, total);
  }
  for (const { bytes = 0, posts } of await files.where("isWhole").equals(1).toArray()) {
    for (const post of posts) {
      const total = byCreator.get(post.split("/").slice(0, 2).join("/"));
      if (total !== undefined) total.bytes += bytes / posts.length;
    }
  }
  return [...byCreator.values()].sort((a, b) => b.bytes - a.bytes);
}

export async function savedOfCreator(creator: string): Promise<string[]> {
  return deviceDb().saved.where("creator").equals(creator).primaryKeys();
}

/** Those whose deletion frees most; one that takes nothing would free nothing. */
export async function largestSaved(count: number): Promise<SavedRow[]> {
  return deviceDb().saved.where("bytes").above(0).reverse().limit(count).toArray();
}

export async function savedRow(key: string): Promise<SavedRow | undefined> {
  return deviceDb().saved.get(key);
}
