/** Checks that saved posts have their text: page, comments, creator and saved revision. */
import type { OfflineDb } from "../db/db.ts";
import type { SavedRow } from "../db/records.ts";
import { withFiles } from "./rows.ts";

/**
 * Marks posts that lack text rows, so that they are fetched again.
 * @param keys post keys; all saved posts if omitted
 * @param readsPages also finds posts stored only as a list item; reads their bodies
 * @returns keys of all posts without their text, also those marked before
 */
export async function markLostTexts(
  db: OfflineDb,
  keys: readonly string[] | undefined,
  { readsPages }: { readsPages: boolean },
): Promise<string[]> {
  const { saved, posts, comments, creators, revisions } = db;
  return db.transaction("rw", saved, posts, comments, creators, revisions, async (tx) => {
    const rows = keys === undefined ? await tx.saved.toArray() : await tx.saved.bulkGet([...keys]);
    const stored = {
      posts: await keysOf(tx.posts),
      comments: await keysOf(tx.comments),
      creators: await keysOf(tx.creators),
      revisions: await keysOf(tx.revisions),
    };
    const lost: SavedRow[] = [];
    const known: string[] = [];
    for (const row of rows) {
      if (row === undefined) continue;
      if (isTextLost(row)) known.push(row.key);
      if (row.textAt === undefined || (row.state !== "whole" && row.state !== "partial")) continue;
      const { key, creator, revision = "0" } = row;
      const isWhole =
        stored.posts.has(key) &&
        stored.comments.has(key) &&
        stored.creators.has(creator) &&
        // 0 is the current revision.
        (revision === "0" || stored.revisions.has(`${key}/${revision}`)) &&
        (!readsPages || (await tx.posts.get(key))?.page !== undefined);
      if (!isWhole) lost.push(row);
    }
    await tx.saved.bulkPut(lost.map(withoutText));
    return [...known, ...lost.map(({ key }) => key)];
  });
}

/** Marked before, and not restored since. A `problem` means that its text never came. */
const isTextLost = ({ state, textAt, problem }: SavedRow) =>
  state === "partial" && textAt === undefined && problem === undefined;

async function keysOf(table: { toCollection: () => { primaryKeys: () => PromiseLike<string[]> } }) {
  return new Set(await table.toCollection().primaryKeys());
}

/** Resets a row to the state before its text was stored; its files stay if the repair is canceled. */
function withoutText(row: SavedRow): SavedRow {
  const { textAt: _, textBytes: __, ...rest } = row;
  return withFiles({ ...rest, former: row.former ?? row.files.map(({ hash }) => hash) }, row.files);
}
