/** Where the ZIP goes: the person chooses where the browser lets them, else it becomes a download. */

import { ownName } from "./own-files.ts";
import type { ZipJob } from "./worker-api.ts";

interface Picker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** To be called straight from a press. @returns undefined where the person thought better of it */
export async function chooseOutput(fileName: string): Promise<ZipJob["output"] | undefined> {
  const { showSaveFilePicker } = globalThis as Picker;
  try {
    const types = [{ description: "ZIP", accept: { "application/zip": [".zip"] } }];
    const handle = await showSaveFilePicker?.({ suggestedName: fileName, types });
    if (handle !== undefined) return { kind: "picked", handle };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
  }
  return { kind: "own", name: ownName() };
}
