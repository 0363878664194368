/** The list of saved posts by name, for a file to be taken along and brought back (wishes A18). */
import { deviceDb } from "../db/db.ts";
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

/** Posts that were taken down are not in it. */
export async function listSaved(): Promise<ListedPost[]> {
  const rows = await deviceDb().saved.toArray();
  return rows
    .filter(({ state }) => state !== "gone")
    .map(({ key, title, creatorName, savedAt, kinds }) => ({ key, title, creatorName, savedAt, kinds }));
}

/**
 * Puts posts that this device has not into its library, to be fetched when somebody asks for it.
 * @returns keys of those that are new
 * @throws Error where the device gives no storage
 */
export async function addListed(posts: readonly ListedPost[]): Promise<string[]> {
  const { saved } = deviceDb();
  const rows = await deviceDb().transaction("rw", saved, async () => {
    const known = new Set(await saved.toCollection().primaryKeys());
    const added = posts
      .filter(({ key }) => !known.has(key))
      .map((post): SavedRow => ({ ...newRow(post, post.kinds, post.savedAt), state: "listed" }));
    await saved.bulkPut(added);
    return added;
  });
  changeSavedMarks(rows.map(({ key, title }) => [key, { state: "listed", whole: 0, total: 0, title }]));
  return rows.map(({ key }) => key);
}

/** Takes those back that were not fetched meanwhile. */
export async function dropListed(keys: readonly string[]): Promise<void> {
  const { saved } = deviceDb();
  const dropped = await deviceDb().transaction("rw", saved, async () => {
    const rows = await saved.bulkGet([...keys]);
    const listed = rows.filter((row) => row?.state === "listed").map((row) => row?.key ?? "");
    await saved.bulkDelete(listed);
    return listed;
  });
  changeSavedMarks(dropped.map((key) => [key, undefined]));
}
