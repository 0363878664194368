/** Access to the offline database, whose code is loaded only when needed. */
import type { PictureHit } from "#shared/entities/archive-file.ts";
import { hasOfflineData } from "../../../offline/db/has-data.ts";
import type { LookupRow } from "../../../offline/db/records.ts";
import type { SavedLocation } from "../../../offline/owned-files/lookups.ts";
import type { Row } from "./rows.ts";

const device = () => import("../../../offline/owned-files/lookups.ts");

/** @throws if the database cannot be read */
export async function findOnDevice(hashes: readonly string[]): Promise<ReadonlyMap<string, SavedLocation[]>> {
  if (hashes.length === 0 || !hasOfflineData()) return new Map();
  return (await device()).findSaved(hashes);
}

/** Saved pictures that look like one. @throws if the database cannot be read */
export async function similarOnDevice(pdq: string): Promise<PictureHit[]> {
  if (!hasOfflineData()) return [];
  return (await import("../../../offline/pictures/saved-pictures.ts")).similarSaved(pdq);
}

/** Path of a file that is stored with a saved post; null without one. */
export async function savedPath(hash: string): Promise<string | null> {
  if (!hasOfflineData()) return null;
  return (await (await import("../../../offline/library/stored-files.ts")).wholeFile(hash))?.path ?? null;
}

/** Stores queued lookups; without storage they last as long as the page. */
export async function keepQueued(rows: readonly Row[]): Promise<void> {
  const queued = rows.flatMap(({ hash, name, size }): LookupRow[] =>
    hash === undefined ? [] : [{ hash, at: Date.now(), name, ...(size === undefined ? {} : { size }) }],
  );
  if (queued.length === 0) return;
  await tried(async () => (await device()).queueLookups(queued));
}

export async function takeQueued(): Promise<LookupRow[]> {
  if (!hasOfflineData()) return [];
  return (await tried(async () => (await device()).queuedLookups())) ?? [];
}

export async function dropQueued(hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0 && hasOfflineData()) await tried(async () => (await device()).removeLookups(hashes));
}

async function tried<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    console.warn("Lookups could not be kept on this device.", error);
    return undefined;
  }
}
