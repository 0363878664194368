/**
 * ZIPs of the options `--zip` and `--cbz`: one for each folder, beside it. The metadata stays in the folder, or is in the
 * ZIP as well.
 */
import { LEFT_OUT } from "#shared/rules/left-out.ts";
import { FolderWithZip } from "../lib/folder-with-zip.ts";
import {
  type Entry,
  type Folder,
  type Found,
  type LocalFile,
  ReadError,
  type Reading,
} from "../lib/format.ts";
import { filesOf } from "../lib/recognize.ts";
import { Zip } from "../lib/zip.ts";

const EXTENSION = /\.(zip|cbz)$/i;
const EXTENSIONS = [".zip", ".cbz"];

/** A folder to read, and the ZIPs whose files it shows. */
export interface Source {
  folder: Folder;
  zips: readonly FolderWithZip[];
}

/** The folder with the files of the ZIPs beside it. */
export async function withZipsBeside(folder: Folder, reading: Reading): Promise<Source> {
  const zips: FolderWithZip[] = [];
  for (const extension of folder.path === "" ? [] : EXTENSIONS) {
    const entry = await reading.imported.find(`${folder.path}${extension}`);
    if (entry === undefined || entry.isFolder) continue;
    try {
      const zip = await Zip.open(reading.imported, entry);
      zips.push(await FolderWithZip.of(zip, zips.at(-1) ?? folder));
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      reading.report(entry.path, error.message);
    }
  }
  return { folder: zips.at(-1) ?? folder, zips };
}

/** Yields the ZIPs of a folder that are beside no folder, as folders. */
export async function* zipsWithoutFolder(folder: Folder): AsyncGenerator<FolderWithZip> {
  const entries = await folder.entries();
  const folders = new Set(entries.filter(({ isFolder }) => isFolder).map(({ name }) => name));
  for (const entry of entries) {
    if (entry.isFolder || !EXTENSION.test(entry.name) || folders.has(entry.name.replace(EXTENSION, "")))
      continue;
    const zip = await openZip(folder, entry);
    if (zip !== undefined) yield await FolderWithZip.of(zip);
  }
}

/** @returns undefined if it is not a ZIP */
async function openZip(folder: Folder, entry: Entry): Promise<Zip | undefined> {
  try {
    return await Zip.open(folder, entry);
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}

/** Adds the bytes of files inside ZIPs to the records, and reports the files that belong to none. */
export async function* readWithZips(
  zips: readonly FolderWithZip[],
  reading: Reading,
  read: (reading: Reading) => AsyncIterable<Found>,
): AsyncGenerator<Found> {
  const used = new Set<string>();
  const uses = (entry: Entry) => {
    used.add(entry.path);
    reading.uses(entry);
  };
  for await (const found of read(zips.length === 0 ? reading : { ...reading, uses })) {
    if (zips.length > 0) for (const { entry } of filesOf(found)) used.add(entry.path);
    yield withBytes(found, zips);
  }
  for (const zip of zips) {
    const entries = zip.zipped();
    const left = entries.filter(({ path }) => !used.has(path));
    if (left.length === entries.length) continue; // a file like any other
    reading.uses(zip.entry);
    for (const { name } of left) reading.report(zip.entry.path, `${name} ${LEFT_OUT.unknown}`);
  }
}

function withBytes(found: Found, zips: readonly FolderWithZip[]): Found {
  const { file, attachments } = found.fields as { file?: LocalFile; attachments?: LocalFile[] };
  if (zips.length === 0 || (file === undefined && attachments === undefined)) return found;
  const whole = (local: LocalFile) => zips.reduce((one, zip) => zip.localFile(one), local);
  const files = {
    ...(file && { file: whole(file) }),
    ...(attachments && { attachments: attachments.map(whole) }),
  };
  return { ...found, fields: { ...found.fields, ...files } } as Found;
}
