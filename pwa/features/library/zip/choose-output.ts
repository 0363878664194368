/** Destination of the ZIP: a file chosen in the browser's dialog if supported, otherwise a download. */

import { storageManager } from "../../../lib/secure-context/apis.ts";
import { ownName } from "./own-files.ts";
import type { ZipJob } from "./worker-api.ts";

interface Picker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** Requires a user gesture. @returns undefined if the dialog was cancelled */
export async function chooseOutput(fileName: string): Promise<ZipJob["output"] | undefined> {
  const { showSaveFilePicker } = globalThis as Picker;
  try {
    const types = [{ description: "ZIP", accept: { "application/zip": [".zip"] } }];
    const handle = await showSaveFilePicker?.({ suggestedName: fileName, types });
    if (handle !== undefined) return { kind: "picked", handle };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
  }
  return storageManager()?.getDirectory === undefined ? { kind: "blob" } : { kind: "own", name: ownName() };
}
