/** ZIPs in the browser's own file system: handed out as downloads, and cleared away once nobody can be reading them. */
import { readStored, writeStored } from "../../../lib/storage.ts";
import { ZIP_FOLDER } from "./sinks.ts";

/** Noted beside the folder, so that a start without leftovers opens nothing. */
const HINT = "zip-left";
/** A browser may still be copying what was offered. */
const KEPT_MS = 60 * 60_000;

/** `1732200000000-…`: when it was begun is in its name. */
export function ownName(): string {
  return `${Date.now()}-${crypto.randomUUID()}.zip`;
}

export function recordLeftover(): void {
  writeStored(HINT, "1");
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(ZIP_FOLDER);
}

/** Its bytes stay on the disk. @throws DOMException where it is gone */
export async function ownFile(name: string): Promise<File> {
  return (await (await folder()).getFileHandle(name)).getFile();
}

export async function dropOwn(name: string): Promise<void> {
  // A worker that was ended a moment ago may still hold it; then the next start takes it away.
  await (await folder()).removeEntry(name).catch(() => {});
}

/** Deletes those of former visits; called at every start. */
export async function clearLeftovers(): Promise<void> {
  if (readStored(HINT) === undefined) return;
  try {
    const files = await folder();
    let left = 0;
    for await (const name of (files as unknown as { keys: () => AsyncIterable<string> }).keys()) {
      if (Date.now() - Number.parseInt(name, 10) > KEPT_MS) await files.removeEntry(name).catch(() => {});
      else left += 1;
    }
    if (left === 0) writeStored(HINT, undefined);
  } catch {
    writeStored(HINT, undefined); // there is no such folder, or no such file system
  }
}
