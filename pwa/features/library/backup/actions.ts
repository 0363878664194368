/** Export and import; the summary of an import is kept until the page is left. */
import { createStore } from "../../../lib/create-store.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { hasOfflineData } from "../../../offline/db/has-data.ts";
import type { CollectionRow, LabelRow, NoteRow } from "../../../offline/db/records.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { loadOfflineStore } from "../../../offline/load-offline-store.ts";
import { printMarks } from "../../reading/seen/marks.ts";
import { combine, dataOf, type ImportCounts, type RestoreMode } from "./combine.ts";
import { FullError, readDeviceData, writeDeviceData } from "./device.ts";
import { type Backup, FORMAT, readBackup, VERSION } from "./file.ts";

export interface Restored {
  imported: ImportCounts & { saved: number; owned: number; collections: number; labels: number };
  undo: () => Promise<void>;
}

/** Outlives the components, which a language change remounts. */
const last = createStore<Restored | undefined>(undefined);

/** Summary of the last import; undefined before, and after undo. */
export const useRestored = last.use;

/** Everything that a backup contains. */
export async function makeBackup(): Promise<Backup> {
  const { choices, seen, mutes, visits } = readDeviceData();
  return {
    format: FORMAT,
    version: VERSION,
    madeAt: new Date().toISOString(),
    choices,
    seen: seen.size === 0 ? [] : printMarks(seen).split("\n"),
    mutes,
    visits: [...visits],
    saved: savedMarks().size === 0 ? [] : await (await savedList()).listSaved(),
    ...(await ownedHere()),
    ...(await collectionsHere()),
    ...(await labelsHere()),
  };
}

/** Owned files, even if recording is off. */
async function ownedHere(): Promise<Pick<Backup, "owned">> {
  if (!hasOfflineData()) return {};
  const owned = await (await ownedRows()).listOwned();
  return owned.length === 0 ? {} : { owned };
}

async function collectionsHere(): Promise<Pick<Backup, "collections">> {
  if (!hasOfflineData()) return {};
  const collections = await (await collectionRows()).listCollections();
  return collections.length === 0 ? {} : { collections };
}

async function labelsHere(): Promise<Pick<Backup, "labels" | "notes">> {
  if (!hasOfflineData()) return {};
  const { listLabels, listNotes } = await labelRows();
  const [labels, notes] = await Promise.all([listLabels(), listNotes()]);
  return { ...(labels.length === 0 ? {} : { labels }), ...(notes.length === 0 ? {} : { notes }) };
}

const labelRows = () => import("../../../offline/labels/labels.ts");
const collectionRows = () => import("../../../offline/collections/collections.ts");
const ownedRows = () => import("../../../offline/owned-files/rows.ts");

/** Loaded with the database, which the settings page does not need otherwise. */
const savedList = () => import("../../../offline/library/saved-list.ts");

/** Offers the file for download. */
export async function downloadBackup(): Promise<void> {
  const text = JSON.stringify(await makeBackup(), undefined, 1);
  downloadText(`roost-${new Date().toISOString().slice(0, 10)}.json`, text, "application/json");
}

/** @throws BackupError or FullError, before anything is changed */
export async function restoreBackup(text: string, way: RestoreMode): Promise<void> {
  const backup = readBackup(text);
  const before = readDeviceData();
  const { next, imported } = combine(before, dataOf(backup), way);
  const added = backup.saved.length === 0 ? [] : await addSaved(backup);
  const { owned = [], collections = [], labels = [], notes = [] } = backup;
  const noted = owned.length === 0 ? [] : await addOwnedFiles(owned);
  const dropCollections = collections.length === 0 ? undefined : await addCollections(collections);
  const dropLabels = labels.length + notes.length === 0 ? undefined : await addLabels(labels, notes);
  const dropSaved = async () => {
    await dropCollections?.();
    await dropLabels?.();
    if (added.length > 0) await (await savedList()).removeListed(added);
    if (noted.length > 0) await (await ownedRows()).removeOwned(noted);
  };
  last.set({
    imported: {
      ...imported,
      saved: added.length,
      owned: noted.length,
      collections: collections.length,
      labels: labels.length + notes.length,
    },
    undo: async () => {
      await dropSaved();
      await writeDeviceData(before);
      last.set(undefined);
    },
  });
  await writeDeviceData(next).catch(async (error: unknown) => {
    last.set(undefined);
    await dropSaved();
    throw error;
  });
  // It is restored whether or not the database can be opened.
  if (hasOfflineData()) await (await loadOfflineStore()).restartTakedowns().catch(() => {});
}

/** Adds owned files, never removes any. @returns the new ones */
async function addOwnedFiles(hashes: readonly string[]): Promise<string[]> {
  const { addOwned } = await ownedRows();
  return addOwned(hashes).catch(() => {
    throw new FullError();
  });
}

/** Adds collections, never removes any. @returns undo */
async function addCollections(rows: NonNullable<Backup["collections"]>): Promise<() => Promise<void>> {
  const { mergeCollections } = await collectionRows();
  return mergeCollections(rows as CollectionRow[]).catch(() => {
    throw new FullError();
  });
}

async function addLabels(labels: LabelRow[], notes: NoteRow[]): Promise<() => Promise<void>> {
  const { mergeLabels } = await labelRows();
  return mergeLabels(labels, notes).catch(() => {
    throw new FullError();
  });
}

/** Saved posts are only added: an import never deletes what was saved explicitly. */
async function addSaved({ saved }: Backup): Promise<string[]> {
  const { addListed } = await savedList();
  return addListed(saved).catch(() => {
    throw new FullError();
  });
}
