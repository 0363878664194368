/** Destination of the ZIP: a file chosen in the browser's dialog if supported, otherwise a download. */

import { EXTENSIONS, type Format, MEDIA_TYPES } from "./format.ts";
import { canKeepOwn, ownName } from "./own-files.ts";
import type { ZipJob } from "./worker-api.ts";

interface Picker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** Requires a user gesture. @returns undefined if the dialog was cancelled */
export async function chooseOutput(fileName: string, format: Format): Promise<ZipJob["output"] | undefined> {
  const { showSaveFilePicker } = globalThis as Picker;
  try {
    const types = [{ description: format, accept: { [MEDIA_TYPES[format]]: [EXTENSIONS[format]] } }];
    const handle = await showSaveFilePicker?.({ suggestedName: fileName, types });
    if (handle !== undefined) return { kind: "picked", handle };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
  }
  return (await canKeepOwn()) ? { kind: "own", name: ownName() } : { kind: "blob" };
}
