/** Finds files of saved posts by hash, and queues hashes to be looked up once online. */
import { hashOfPath } from "#shared/rules/files.ts";
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { LookupRow, PostRow } from "../db/records.ts";

/** A saved post that contains a file. */
export interface SavedLocation {
  /** `service/creator/post`. */
  key: string;
  title: string;
}

/** Rows per read, so that no frame waits for all of them. */
const STEP = 50;

/** Cache lifetime: a folder of thousands of files is looked up in many calls. */
const FRESH_MS = 30_000;

type Locations = Map<string, SavedLocation[]>;

let cached: { at: number; locations: Promise<Locations> } | undefined;

/**
 * Finds the saved posts that contain these files, stored or not, in any revision.
 * @param hashes 64 lower-case hex digits each
 * @throws what Dexie throws
 */
export async function findSaved(hashes: readonly string[]): Promise<Locations> {
  if (cached === undefined || Date.now() - cached.at > FRESH_MS)
    cached = { at: Date.now(), locations: readLocations() };
  const locations = await cached.locations;
  return new Map(
    hashes
      .flatMap((hash) => [[hash, locations.get(hash) ?? []] as const])
      .filter(([, one]) => one.length > 0),
  );
}

async function readLocations(): Promise<Locations> {
  const locations: Locations = new Map();
  const { saved, posts } = offlineDb();
  const keys = await saved.toCollection().primaryKeys();
  for (let from = 0; from < keys.length; from += STEP) {
    const some = keys.slice(from, from + STEP);
    const [rows, texts] = await Promise.all([saved.bulkGet(some), posts.bulkGet(some)]);
    for (const [at, row] of rows.entries()) {
      if (row === undefined || row.state === "gone") continue;
      const named = pathsOf(texts[at]).map(hashOfPath);
      for (const hash of new Set([...row.files.map((file) => file.hash), ...named]))
        if (hash !== undefined)
          locations.set(hash, [...(locations.get(hash) ?? []), { key: row.key, title: row.title }]);
    }
  }
  return locations;
}

/** Paths of a post's files in all stored revisions. */
function pathsOf(row: PostRow | undefined): string[] {
  const revisions = row?.page?.props.revisions.map(([, revision]) => revision) ?? [];
  return revisions.flatMap(({ file, attachments }) =>
    [file, ...attachments].flatMap((one) => ("path" in one ? one.path : [])),
  );
}

/** Queues lookups; those already queued keep their position. */
export async function queueLookups(rows: readonly LookupRow[]): Promise<void> {
  const { lookups } = offlineDb();
  markOfflineData();
  await offlineDb().transaction("rw", lookups, async (tx) => {
    const known = await tx.lookups.bulkGet(rows.map(({ hash }) => hash));
    await tx.lookups.bulkPut(rows.filter((_, at) => known[at] === undefined));
  });
}

/** Queued lookups, oldest first. */
export function queuedLookups(): Promise<LookupRow[]> {
  return offlineDb().lookups.orderBy("at").toArray();
}

/** Removes lookups that are done or canceled. */
export async function removeLookups(hashes: readonly string[]): Promise<void> {
  await offlineDb().lookups.bulkDelete([...hashes]);
}
