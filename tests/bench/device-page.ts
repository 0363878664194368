/** Runs in the browser: the index of the device over its own database, and MiniSearch over the same posts. */
import MiniSearch from "minisearch";
import { fold } from "#shared/text/fold.ts";
import { OfflineDb } from "../../pwa/offline/db/db.ts";
import type { PostRow } from "../../pwa/offline/db/records.ts";
import { documentOf } from "../../pwa/offline/search/documents.ts";
import { findPosts } from "../../pwa/offline/search/find-posts.ts";
import { StoredIndex } from "../../pwa/offline/search/stored-index.ts";
import { pairsOf, piecesOf, type SearchDocument } from "../../pwa/offline/search/tokenize.ts";

const HITS = 50;
const db = new OfflineDb("bench");
const stored = new StoredIndex(db);
let mini: MiniSearch<SearchDocument & { label: string }> | undefined;

/** Scripts without spaces by pairs for both: MiniSearch by itself would take a whole sentence for a word. */
function tokens(text: string): string[] {
  return [...piecesOf(fold(text))].flatMap(({ text: piece, isRun }) => {
    const characters = [...piece];
    return isRun && characters.length > 1 ? pairsOf(characters) : [piece];
  });
}

const isWord = (term: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(term);

async function documents(): Promise<SearchDocument[]> {
  const found: SearchDocument[] = [];
  await db.posts.each((row) => {
    const one = documentOf(row, "");
    if (one !== undefined) found.push(one);
  });
  return found;
}

const bench = {
  async seed(rows: PostRow[]): Promise<void> {
    await db.posts.bulkPut(rows);
    await db.changes.bulkAdd(rows.map(({ key }) => ({ key })));
  },

  /** Reads everything in as the app does, step by step. @returns milliseconds */
  async build(): Promise<number> {
    const begun = performance.now();
    await stored.update();
    return performance.now() - begun;
  },

  /** Opens what `build` has stored. @returns milliseconds */
  async open(): Promise<number> {
    const begun = performance.now();
    await stored.load();
    return performance.now() - begun;
  },

  size: () => stored.index.size,
  bytes: () => stored.index.entries.reduce((sum, { segment }) => sum + segment.data.byteLength, 0),

  /** Does the worker's work for one query: the index, then eight posts with their marks. @returns milliseconds */
  async ask(q: string): Promise<number> {
    const begun = performance.now();
    await findPosts(stored, { q, offset: 0, limit: 8 });
    return performance.now() - begun;
  },

  async keys(q: string): Promise<string[]> {
    const { posts } = await findPosts(stored, { q, offset: 0, limit: HITS });
    return posts.map(({ item }) => `${item.service}/${item.user}/${item.id}`);
  },

  async buildMini(): Promise<number> {
    const all = await documents();
    const begun = performance.now();
    mini = new MiniSearch({
      idField: "key",
      fields: ["title", "label", "creator", "text"],
      tokenize: tokens,
      processTerm: (term) => term,
      searchOptions: {
        combineWith: "AND",
        boost: { title: 4, label: 2 },
        fuzzy: (term) => (isWord(term) ? 0.2 : false),
        prefix: (_, at, terms) => at === terms.length - 1,
      },
    });
    mini.addAll(all.map((one) => ({ ...one, label: one.tags.join(" ") })));
    return performance.now() - begun;
  },

  askMini(q: string): number {
    const begun = performance.now();
    mini?.search(q);
    return performance.now() - begun;
  },

  keysMini: (q: string) => (mini?.search(q) ?? []).slice(0, HITS).map(({ id }) => String(id)),
};

export type DeviceBench = typeof bench;
Object.assign(globalThis, { bench });
