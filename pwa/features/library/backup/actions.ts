/** Export and import; the summary of an import is kept until the page is left. */
import type { QueryClient } from "@tanstack/react-query";
import { createStore } from "../../../lib/create-store.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { hasOfflineData } from "../../../offline/db/has-data.ts";
import type { CollectionRow, LabelRow, NoteRow } from "../../../offline/db/records.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { loadOfflineStore } from "../../../offline/load-offline-store.ts";
import {
  deviceFavorites,
  type FavoriteKind,
  type FavoriteTarget,
  favoriteKey,
  isFavorite,
  kindOf,
  toFavoriteTarget,
} from "../../favorites/marks.ts";
import { printMarks } from "../../reading/seen/marks.ts";
import { combine, dataOf, type ImportCounts, type RestoreMode } from "./combine.ts";
import { FullError, readDeviceData, writeDeviceData } from "./device.ts";
import { type Backup, FORMAT, readBackup, VERSION } from "./file.ts";

export interface Restored {
  imported: ImportCounts & Record<"saved" | "owned" | "collections" | "labels" | "favorites", number>;
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
    ...favoritesHere(),
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

/** Favorites of an account are with the account instead. */
function favoritesHere(): Pick<Backup, "favorites"> {
  const targets = deviceFavorites();
  if (targets.length === 0) return {};
  const keysOf = (kind: FavoriteKind) => targets.filter((one) => kindOf(one) === kind).map(favoriteKey);
  return { favorites: { creators: keysOf("creator"), posts: keysOf("post") } };
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

/** Restores all of a file or nothing. @throws BackupError or FullError */
export async function restoreBackup(client: QueryClient, text: string, way: RestoreMode): Promise<void> {
  const backup = readBackup(text);
  const before = readDeviceData();
  const { next, imported } = combine(before, dataOf(backup), way);
  const drops: (() => Promise<unknown>)[] = [];
  const undo = async () => {
    for (const drop of drops.splice(0).reverse()) await drop();
  };
  try {
    const { owned = [], collections = [], labels = [], notes = [], favorites } = backup;
    const added = backup.saved.length === 0 ? [] : await addSaved(backup);
    if (added.length > 0) drops.push(async () => (await savedList()).removeListed(added));
    const noted = owned.length === 0 ? [] : await addOwnedFiles(owned);
    if (noted.length > 0) drops.push(async () => (await ownedRows()).removeOwned(noted));
    if (collections.length > 0) drops.push(await addCollections(collections));
    if (labels.length + notes.length > 0) drops.push(await addLabels(labels, notes));
    const targets = favorites === undefined ? [] : await addFavorites(client, favorites);
    if (targets.length > 0)
      drops.push(async () => (await favoriteChanges()).changeFavorites(client, targets, false));
    await writeDeviceData(next);
    drops.push(() => writeDeviceData(before));
    last.set({
      imported: {
        ...imported,
        saved: added.length,
        owned: noted.length,
        collections: collections.length,
        labels: labels.length + notes.length,
        favorites: targets.length,
      },
      undo: async () => {
        await undo();
        last.set(undefined);
      },
    });
  } catch (error) {
    await undo();
    throw error;
  }
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

const favoriteChanges = () => import("../../favorites/toggle.ts");

/** Adds favorites to the device, or to the account that is logged in; never removes any. @returns the new ones */
async function addFavorites(
  client: QueryClient,
  { creators, posts }: NonNullable<Backup["favorites"]>,
): Promise<FavoriteTarget[]> {
  const { changeFavorites, hasEnded } = await favoriteChanges();
  const targets = [...creators, ...posts].map(toFavoriteTarget).filter((one) => !isFavorite(one));
  if (targets.length === 0 || hasEnded()) return [];
  if (!(await changeFavorites(client, targets, true))) throw new FullError();
  return targets;
}

/** Saved posts are only added: an import never deletes what was saved explicitly. */
async function addSaved({ saved }: Backup): Promise<string[]> {
  const { addListed } = await savedList();
  return addListed(saved).catch(() => {
    throw new FullError();
  });
}
