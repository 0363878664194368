/**
 * The index in the database: segments, and one row with their deleted documents. `changes` lists the posts to index;
 * its rows are deleted in the transaction that writes the segments, so a worker killed at any moment loses nothing and
 * repeats at most one step.
 */
import { rowsWithAny } from "../db/any-of.ts";
import type { OfflineDb, Tables } from "../db/db.ts";
import { SEARCH_STATE, type SegmentRow } from "../db/records.ts";
import { documentOf, type FileTexts, textsOfFiles } from "./documents.ts";
import { SearchIndex } from "./search-index.ts";
import { SEGMENT_VERSION, Segment } from "./segment.ts";
import type { SearchDocument } from "./tokenize.ts";

/** Posts per step. */
const STEP = 100;

interface Stored {
  version: number;
  /** Changes with every write, so that other tabs reload theirs. */
  generation: number;
  dead: [segment: number, dead: Uint8Array][];
}

export class StoredIndex {
  index = new SearchIndex();
  #generation: number | undefined;
  #ids = new Map<Segment, number>();

  constructor(
    readonly db: OfflineDb,
    /** Runs between two steps, so that searches are answered in between. */
    readonly yieldToCalls: () => Promise<unknown> = () => new Promise((done) => setTimeout(done)),
  ) {}

  /** Reads what other tabs have written; if that fails, everything is reindexed. */
  async load(): Promise<void> {
    const stored = await this.#stored();
    if (stored !== undefined && stored.generation === this.#generation) return;
    if (stored?.version === SEGMENT_VERSION && (await this.#read(stored))) return;
    await this.#reset();
  }

  async #stored(db: Tables = this.db): Promise<Stored | undefined> {
    return (await db.state.get(SEARCH_STATE))?.value as Stored | undefined;
  }

  /** @returns true if the stored index is complete */
  async #read(stored: Stored): Promise<boolean> {
    const known = new Map([...this.#ids].map(([segment, id]) => [id, segment]));
    const dead = new Map(stored.dead);
    const ids = [...dead.keys()];
    const rows = await this.db.segments.bulkGet(ids.filter((id) => !known.has(id)));
    try {
      for (const row of rows as (SegmentRow & { id: number })[]) known.set(row.id, new Segment(row.data));
      const entries = ids.map((id) => ({ segment: known.get(id)!, dead: dead.get(id)! }));
      this.index = new SearchIndex(entries);
      this.#ids = new Map(ids.map((id) => [known.get(id)!, id]));
      this.#generation = stored.generation;
      return true;
    } catch {
      return false; // a row is missing or invalid
    }
  }

  /** Starts with an empty index and queues every post. Writes nothing where none is stored, as after a logout. */
  async #reset(): Promise<void> {
    const { db } = this;
    this.#generation = undefined;
    await db.transaction("rw", db.segments, db.changes, db.state, db.posts, async (tx) => {
      const keys = await tx.posts.toCollection().primaryKeys();
      await tx.segments.clear();
      await tx.changes.clear();
      if (keys.length === 0) return await tx.state.delete(SEARCH_STATE);
      await tx.changes.bulkAdd(keys.map((key) => ({ key })));
      await this.#write(tx, 0, []);
    });
    this.index = new SearchIndex();
    this.#ids = new Map();
  }

  async #write(db: Tables, generation: number, dead: Stored["dead"]): Promise<void> {
    const next = generation + 1 + Math.random(); // random, to tell apart two tabs that start at once
    await db.state.put({
      name: SEARCH_STATE,
      value: { version: SEGMENT_VERSION, generation: next, dead } satisfies Stored,
    });
    this.#generation = next;
  }

  /** Indexes pending changes. The caller holds the lock, so only one tab runs it. */
  async update(): Promise<void> {
    await this.load();
    for (;;) {
      const changes = await this.db.changes.limit(STEP).toArray();
      if (changes.length === 0) return;
      const keys = [...new Set(changes.map(({ key }) => key))];
      const { documents, removed } = await this.#documents(keys);
      this.index.update(documents, removed);
      for (const _ of this.index.merge()) await this.yieldToCalls();
      await this.#save(changes.map(({ seq }) => seq));
      await this.yieldToCalls();
    }
  }

  async #documents(keys: string[]): Promise<{ documents: SearchDocument[]; removed: string[] }> {
    const rows = await this.db.posts.bulkGet(keys);
    const names = await this.creatorNames(rows.flatMap((row) => row?.creator ?? []));
    const ofFiles = await this.textsOfFiles(keys);
    const documents: SearchDocument[] = [];
    const removed: string[] = [];
    for (const [at, key] of keys.entries()) {
      const row = rows[at];
      const document = row && documentOf(row, names.get(row.creator) ?? "", ofFiles.get(keys[at] ?? ""));
      if (document === undefined) removed.push(key);
      else documents.push(document);
    }
    return { documents, removed };
  }

  /** Texts of saved files, by key of the post. */
  async textsOfFiles(keys: readonly string[]): Promise<Map<string, FileTexts>> {
    return textsOfFiles(await rowsWithAny(this.db.files, "posts", keys));
  }

  /** Names by `service/creator`; creators that are not stored are left out. */
  async creatorNames(creators: Iterable<string>): Promise<Map<string, string>> {
    const keys = [...new Set(creators)];
    const rows = await this.db.creators.bulkGet(keys);
    return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.key, row.profile.name]])));
  }

  async #save(seqs: (number | undefined)[]): Promise<void> {
    const { db, index } = this;
    const before = this.#generation;
    const ids = new Map<Segment, number>();
    await db.transaction("rw", db.segments, db.changes, db.state, async (tx) => {
      const stored = await this.#stored(tx);
      if (stored?.generation !== before) throw new Error("Another tab has written the index.");
      const dead: Stored["dead"] = [];
      for (const { segment, dead: gone } of index.entries) {
        const { documents, data } = segment;
        const id = this.#ids.get(segment) ?? ((await tx.segments.add({ documents, data })) as number);
        ids.set(segment, id);
        dead.push([id, gone]);
      }
      const kept = new Set(ids.values());
      await tx.segments.bulkDelete([...this.#ids.values()].filter((id) => !kept.has(id)));
      await tx.changes.bulkDelete(seqs.filter((seq) => seq !== undefined));
      await this.#write(tx, before ?? 0, dead);
    });
    this.#ids = ids;
  }
}
