/** Labels and notes for creators, stored on the device only. */
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import { LABEL_COLORS, type LabelColor, type LabelRow, type NoteRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

/** Watches labels, oldest first. @returns unsubscribe */
export function watchLabels(onRows: (rows: LabelRow[]) => void): () => void {
  return watchQuery(listLabels, onRows);
}

/** @param key `service/creator`. @returns unsubscribe */
export function watchNote(key: string, onText: (text: string) => void): () => void {
  return watchQuery(async () => (await offlineDb().notes.get(key))?.text ?? "", onText);
}

export function listLabels(): Promise<LabelRow[]> {
  return offlineDb().labels.orderBy("created").toArray();
}

export function listNotes(): Promise<NoteRow[]> {
  return offlineDb().notes.toArray();
}

/**
 * Creates a label and puts it on a creator; an existing label is put on the creator too. A new label gets the least
 * used color.
 */
export async function createLabel(name: string, creator: string): Promise<void> {
  markOfflineData();
  const { labels } = offlineDb();
  await offlineDb().transaction("rw", labels, async (tx) => {
    const known = await tx.labels.toArray();
    const existing = known.find((label) => label.name === name);
    const uses = (color: LabelColor) => known.filter((label) => label.color === color).length;
    const color = LABEL_COLORS.reduce((least, next) => (uses(next) < uses(least) ? next : least));
    await tx.labels.put({
      ...(existing ?? { name, color, created: Date.now() }),
      creators: [...new Set([...(existing?.creators ?? []), creator])],
    });
  });
}

export async function colorLabel(name: string, color: LabelColor): Promise<void> {
  await offlineDb().labels.update(name, { color });
}

/** @returns undo */
export async function deleteLabel(name: string): Promise<() => void> {
  const row = await offlineDb().labels.get(name);
  await offlineDb().labels.delete(name);
  return () => void (row === undefined ? undefined : offlineDb().labels.put(row));
}

export async function setLabel(name: string, creator: string, isOn: boolean): Promise<void> {
  await offlineDb()
    .labels.where("name")
    .equals(name)
    .modify((label) => {
      const remaining = label.creators.filter((key) => key !== creator);
      label.creators = isOn ? [...remaining, creator] : remaining;
    });
}

/** @param text empty deletes the note */
export async function setNote(key: string, text: string): Promise<void> {
  if (text === "") return void (await offlineDb().notes.delete(key));
  markOfflineData();
  await offlineDb().notes.put({ key, text });
}

/** Adds missing labels and notes; existing notes stay. @returns undo */
export async function mergeLabels(
  labels: readonly LabelRow[],
  notes: readonly NoteRow[],
): Promise<() => Promise<void>> {
  markOfflineData();
  const db = offlineDb();
  const names = labels.map(({ name }) => name);
  const keys = notes.map(({ key }) => key);
  const before = await db.transaction("rw", db.labels, db.notes, async (tx) => {
    const here = { labels: await tx.labels.bulkGet(names), notes: await tx.notes.bulkGet(keys) };
    await tx.labels.bulkPut(
      labels.map((label, at) => ({
        ...(here.labels[at] ?? label),
        creators: [...new Set([...(here.labels[at]?.creators ?? []), ...label.creators])],
      })),
    );
    await tx.notes.bulkPut(notes.map((note, at) => here.notes[at] ?? note));
    return here;
  });
  return () =>
    db.transaction("rw", db.labels, db.notes, async (tx) => {
      await tx.labels.bulkDelete(names);
      await tx.notes.bulkDelete(keys);
      await tx.labels.bulkPut(before.labels.filter((row) => row !== undefined));
      await tx.notes.bulkPut(before.notes.filter((row) => row !== undefined));
    });
}
