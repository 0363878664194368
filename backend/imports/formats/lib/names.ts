/** Data from names of folders and files, for programs that write little or no metadata. */
import { createHash } from "node:crypto";
import { utcOfSeconds } from "./dates.ts";
import { type Entry, type Folder, type Found, type LocalFile, ReadError, type Reading } from "./format.ts";

/** Derives an id: the same parts give the same id in every import. */
export function stableId(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

const NUMERIC = new Intl.Collator("en", { numeric: true });

/** Natural order: `2.png` before `10.png`; folder by folder. */
export function byPath(a: Entry, b: Entry): number {
  return NUMERIC.compare(a.path, b.path) || (a.path < b.path ? -1 : 1);
}

/** Natural order of names, ignoring folders. */
export function byName(a: Entry, b: Entry): number {
  return NUMERIC.compare(a.name, b.name) || byPath(a, b);
}

/** Files of a record, with their names on disk. */
export function filesOf(entries: readonly Entry[], order = byPath): LocalFile[] {
  return [...entries].sort(order).map((entry) => ({ entry, name: entry.name }));
}

/** Files as the field `attachments`; omitted if empty, since an empty list would remove those of an earlier import. */
export function attachmentsOf(entries: readonly Entry[], order = byPath): { attachments?: LocalFile[] } {
  return entries.length > 0 ? { attachments: filesOf(entries, order) } : {};
}

/** Files of a direct message, which has one main file. */
export function messageFilesOf(entries: readonly Entry[]): { file?: LocalFile; attachments?: LocalFile[] } {
  const [file, ...attachments] = filesOf(entries, byName);
  return { ...(file && { file }), ...(attachments.length > 0 ? { attachments } : {}) };
}

/** Direct entries; none if the folder cannot be read, so that its siblings are still read. */
export async function entriesOf(
  folder: Folder | undefined,
  reading?: Pick<Reading, "report">,
): Promise<readonly Entry[]> {
  try {
    return (await folder?.entries()) ?? [];
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading?.report(folder?.path ?? "", error.message);
    return [];
  }
}

/** @returns the oldest modification time in whole seconds; undefined if all files are gone */
export async function oldestOf(
  folder: Folder,
  files: readonly Entry[],
  reading: Pick<Reading, "report">,
): Promise<string | undefined> {
  let oldest = Number.POSITIVE_INFINITY;
  for (const file of files) {
    try {
      oldest = Math.min(oldest, (await folder.stat(file)).modified.getTime());
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      reading.report(file.path, error.message);
    }
  }
  return utcOfSeconds(Math.floor(oldest / 1000));
}

/** Last part of a path; undefined for the imported folder, whose name is unknown. */
export function lastName(path: string): string | undefined {
  return path.slice(path.lastIndexOf("/") + 1) || undefined;
}

/** Parent folder; empty for the imported folder. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export type FoundCreator = Extract<Found, { entity: "creators" }>;
type Service = FoundCreator["fields"]["service"];

/**
 * Creator named by a folder. These programs store only the name used in addresses, so it
 * is both id and public id: equal ids mean that the service's own id is unknown.
 * @param idOf for services whose names differ in case between programs
 * @returns undefined if the folder has no name and no creator of this service was given
 */
export function creatorOfFolder(
  service: Service,
  path: string,
  reading: Reading,
  idOf = (name: string) => name,
): FoundCreator | undefined {
  const name = lastName(path);
  if (name === undefined) return askedCreator(service, path, reading);
  const id = idOf(name);
  return { entity: "creators", from: path, fields: { service, id, public_id: id, name } };
}

/** @returns undefined if no creator of this service was given */
export function askedCreator(service: Service, path: string, reading: Reading): FoundCreator | undefined {
  const asked = reading.creatorOf(path);
  if (asked?.service !== service) return undefined;
  return { entity: "creators", from: path, fields: { service, id: asked.id, name: asked.name } };
}
