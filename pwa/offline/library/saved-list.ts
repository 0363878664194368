/** Exports and imports the list of saved posts, for backups. */
import { offlineDb } from "../db/db.ts";
import type { FileKindChoice, SavedRow } from "../db/records.ts";
import { newRow } from "../saving/rows.ts";
import { changeSavedMarks } from "./saved-marks.ts";

export interface ListedPost {
  /** `service/creator/post`. */
  key: string;
  title: string;
  creatorName: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  kinds: FileKindChoice[];
}

/** Lists saved posts, without those taken down. */
export async function listSaved(): Promise<ListedPost[]> {
  const rows = await offlineDb().saved.toArray();
  return rows
    .filter(({ state }) => state !== "gone")
    .map(({ key, title, creatorName, savedAt, kinds }) => ({ key, title, creatorName, savedAt, kinds }));
}

/**
 * Adds unsaved posts as `listed`, to be downloaded on request.
 * @returns keys of the added posts
 * @throws Error if storage is blocked
 */
export async function addListed(posts: readonly ListedPost[]): Promise<string[]> {
  const { saved } = offlineDb();
  const rows = await offlineDb().transaction("rw", saved, async (tx) => {
    const known = new Set(await tx.saved.toCollection().primaryKeys());
    const added = posts
      .filter(({ key }) => !known.has(key))
      .map((post): SavedRow => ({ ...newRow(post, post.kinds, post.savedAt), state: "listed" }));
    await tx.saved.bulkPut(added);
    return added;
  });
  changeSavedMarks(rows.map(({ key, title }) => [key, { state: "listed", whole: 0, total: 0, title }]));
  return rows.map(({ key }) => key);
}

/** Removes posts that are still `listed`. */
export async function removeListed(keys: readonly string[]): Promise<void> {
  const { saved } = offlineDb();
  const dropped = await offlineDb().transaction("rw", saved, async (tx) => {
    const rows = await tx.saved.bulkGet([...keys]);
    const listed = rows.filter((row) => row?.state === "listed").map((row) => row?.key ?? "");
    await tx.saved.bulkDelete(listed);
    return listed;
  });
  changeSavedMarks(dropped.map((key) => [key, undefined]));
}
