/** ZIPs in the browser's own file system (OPFS), offered as downloads and deleted later. */

import { storageManager } from "../../../lib/secure-context/apis.ts";
import { randomId } from "../../../lib/secure-context/random-id.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";
import { ZIP_FOLDER } from "./sinks.ts";

/** Key in localStorage, so that a start without leftovers opens no file system. */
const HINT = "zip-left";
/** Age before deletion: the browser may still be copying the download. */
const RETENTION_MS = 60 * 60_000;

/** `1732200000000-…`: begins with the time of creation. */
export function ownName(): string {
  return `${Date.now()}-${randomId()}.zip`;
}

/** False without OPFS, and where it is blocked, as in private windows of Firefox. */
export async function canKeepOwn(): Promise<boolean> {
  try {
    return (await storageManager()?.getDirectory?.()) !== undefined;
  } catch {
    return false;
  }
}

export function recordLeftover(): void {
  writeStored(HINT, "1");
}

/** @throws DOMException without OPFS, or if nothing was written yet */
async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await storageManager()?.getDirectory?.();
  if (root === undefined) throw new DOMException("There is no OPFS.", "NotSupportedError");
  return root.getDirectoryHandle(ZIP_FOLDER);
}

/** File handle, not read into memory. @throws DOMException if it is gone */
export async function ownFile(name: string): Promise<File> {
  return (await (await folder()).getFileHandle(name)).getFile();
}

export async function dropOwn(name: string): Promise<void> {
  // A terminated worker may still hold a lock on it; the next start deletes it then.
  await (await folder()).removeEntry(name).catch(() => {});
}

/** Deletes files of earlier visits; called at every start. */
export async function clearLeftovers(): Promise<void> {
  if (readStored(HINT) === undefined) return;
  try {
    const files = await folder();
    let left = 0;
    for await (const name of (files as unknown as { keys: () => AsyncIterable<string> }).keys()) {
      if (Date.now() - Number.parseInt(name, 10) > RETENTION_MS)
        await files.removeEntry(name).catch(() => {});
      else left += 1;
    }
    if (left === 0) writeStored(HINT, undefined);
  } catch {
    writeStored(HINT, undefined); // no folder, or no support
  }
}
