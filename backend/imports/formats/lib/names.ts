/** What the names of folders and files give where a program writes little or no metadata. */
import { createHash } from "node:crypto";
import { utcOfSeconds } from "./dates.ts";
import { type Entry, type Folder, type Found, type LocalFile, ReadError, type Reading } from "./format.ts";

/** An id for what has none on disk: the same parts give the same id in every import. */
export function stableId(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

const NUMERIC = new Intl.Collator("en", { numeric: true });

/** As a person counts: `2.png` before `10.png`; folder by folder. */
export function byPath(a: Entry, b: Entry): number {
  return NUMERIC.compare(a.path, b.path) || (a.path < b.path ? -1 : 1);
}

/** The same by the names alone, whatever folders hold them. */
export function byName(a: Entry, b: Entry): number {
  return NUMERIC.compare(a.name, b.name) || byPath(a, b);
}

/** Files of a record under the names they have on disk. */
export function filesOf(entries: readonly Entry[], order = byPath): LocalFile[] {
  return [...entries].sort(order).map((entry) => ({ entry, name: entry.name }));
}

/** The same as a field, absent where there are none: an empty list would take those of an earlier import away. */
export function attachmentsOf(entries: readonly Entry[], order = byPath): { attachments?: LocalFile[] } {
  return entries.length > 0 ? { attachments: filesOf(entries, order) } : {};
}

/** The files of a direct message, which has one main file. */
export function messageFilesOf(entries: readonly Entry[]): { file?: LocalFile; attachments?: LocalFile[] } {
  const [file, ...attachments] = filesOf(entries, byName);
  return { ...(file && { file }), ...(attachments.length > 0 ? { attachments } : {}) };
}

/** Direct entries; none where the folder cannot be read, which must not end the reading of what is beside it. */
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

/** @returns the oldest time of the last change in whole seconds; undefined where no file is there any more */
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

/** The last part of a path; undefined for the folder that is imported, whose name is not known. */
export function lastName(path: string): string | undefined {
  return path.slice(path.lastIndexOf("/") + 1) || undefined;
}

/** The folder that holds this one; empty where that is the folder that is imported. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export type FoundCreator = Extract<Found, { entity: "creators" }>;
type Service = FoundCreator["fields"]["service"];

/**
 * The creator that a folder is named after. These programs keep only the name that the service shows in addresses, so it
 * is id and public id alike: equal ids say that the service's own id is not known.
 * @param idOf for services whose names differ in case between programs
 * @returns undefined where the folder has no name and nobody gave a creator of this service
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

/** @returns undefined where nobody gave a creator of this service */
export function askedCreator(service: Service, path: string, reading: Reading): FoundCreator | undefined {
  const asked = reading.creatorOf(path);
  if (asked?.service !== service) return undefined;
  return { entity: "creators", from: path, fields: { service, id: asked.id, name: asked.name } };
}
