/** Exports the results as a file. */
import { keyAddress, messageAddress, postAddress } from "./result-links.ts";
import type { Row } from "./rows.ts";

export type Format = "csv" | "json";

/** Rows written before yielding to the event loop. */
const STEP = 500;

interface Entry {
  name: string;
  folder: string;
  /** Bytes; null if unknown. */
  size: number | null;
  sha256: string | null;
  state: string;
  /** URLs of posts, older revisions and chat messages; the newest few of each. */
  found_in: string[];
}

/** @param origin of the archive, for absolute URLs */
export async function exportRows(rows: readonly Row[], format: Format, origin: string): Promise<Blob> {
  const parts: string[] = [format === "csv" ? `\ufeff${HEAD}\r\n` : "["];
  for (let from = 0; from < rows.length; from += STEP) {
    const entries = rows.slice(from, from + STEP).map((row) => entryOf(row, origin));
    if (format === "csv") parts.push(entries.map((entry) => `${csvLine(entry)}\r\n`).join(""));
    else parts.push(`${from === 0 ? "" : ","}\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}`);
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (format === "json") parts.push("\n]\n");
  return new Blob(parts, { type: format === "csv" ? "text/csv" : "application/json" });
}

const HEAD = "name,folder,size,sha256,state,found_in";

function entryOf({ name, folder, size, hash, state, hit, saved = [] }: Row, origin: string): Entry {
  const addresses = [
    ...(hit?.posts ?? []).map(postAddress),
    ...(hit?.discord_posts ?? []).map(messageAddress),
    ...saved.map(({ key }) => keyAddress(key)),
  ];
  return {
    ...{ name, folder, size: size ?? null, sha256: hash ?? null, state },
    found_in: [...new Set(addresses)].map((address) => origin + address),
  };
}

export function csvLine({ name, folder, size, sha256, state, found_in }: Entry): string {
  return [name, folder, size ?? "", sha256 ?? "", state, found_in.join(" ")].map(cell).join(",");
}

/** Escapes a CSV cell; a leading quote keeps spreadsheets from reading names as formulas. */
function cell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Starts a download. */
export function offer(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
