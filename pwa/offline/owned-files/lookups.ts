/** Which files the saved posts of this device hold, and hashes that wait for a line to be looked up. */
import { hashOfPath } from "#shared/rules/files.ts";
import { deviceDb } from "../db/db.ts";
import { noteCopies } from "../db/has-data.ts";
import type { LookupRow, PostRow } from "../db/records.ts";

/** A saved post that holds a file. */
export interface SavedPlace {
  /** `service/creator/post`. */
  key: string;
  title: string;
}

/** Rows that are read at once, so that no frame waits for all of them. */
const STEP = 50;

/** A folder of thousands asks many times within this. */
const FRESH_MS = 30_000;

type Places = Map<string, SavedPlace[]>;

let read: { at: number; places: Promise<Places> } | undefined;

/**
 * The saved posts that hold each of these files, whether its bytes are stored or not; former versions count.
 * @param hashes 64 lower-case hex digits each
 * @throws what Dexie throws
 */
export async function findSaved(hashes: readonly string[]): Promise<Places> {
  if (read === undefined || Date.now() - read.at > FRESH_MS) read = { at: Date.now(), places: readPlaces() };
  const places = await read.places;
  return new Map(
    hashes.flatMap((hash) => [[hash, places.get(hash) ?? []] as const]).filter(([, one]) => one.length > 0),
  );
}

async function readPlaces(): Promise<Places> {
  const places: Places = new Map();
  const { saved, posts } = deviceDb();
  const keys = await saved.toCollection().primaryKeys();
  for (let from = 0; from < keys.length; from += STEP) {
    const some = keys.slice(from, from + STEP);
    const [rows, texts] = await Promise.all([saved.bulkGet(some), posts.bulkGet(some)]);
    for (const [at, row] of rows.entries()) {
      if (row === undefined || row.state === "gone") continue;
      const named = pathsOf(texts[at]).map(hashOfPath);
      for (const hash of new Set([...row.files.map((file) => file.hash), ...named]))
        if (hash !== undefined)
          places.set(hash, [...(places.get(hash) ?? []), { key: row.key, title: row.title }]);
    }
  }
  return places;
}

/** Of a post's files as far as the device knows the post. */
function pathsOf(row: PostRow | undefined): string[] {
  const versions = row?.page?.props.revisions.map(([, version]) => version) ?? [];
  return versions.flatMap(({ file, attachments }) =>
    [file, ...attachments].flatMap((one) => ("path" in one ? one.path : [])),
  );
}

/** Keeps what could not be looked up; those that wait already keep their place. */
export async function queueLookups(rows: readonly LookupRow[]): Promise<void> {
  const { lookups } = deviceDb();
  noteCopies();
  await deviceDb().transaction("rw", lookups, async () => {
    const known = await lookups.bulkGet(rows.map(({ hash }) => hash));
    await lookups.bulkPut(rows.filter((_, at) => known[at] === undefined));
  });
}

/** What waits, oldest first. */
export function queuedLookups(): Promise<LookupRow[]> {
  return deviceDb().lookups.orderBy("at").toArray();
}

/** They were looked up, or nobody wants to know any more. */
export async function dropLookups(hashes: readonly string[]): Promise<void> {
  await deviceDb().lookups.bulkDelete([...hashes]);
}
