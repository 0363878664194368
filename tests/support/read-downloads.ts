/** Downloads of a program, written to a temporary folder and read as an import reads them. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Entry, Format, LocalFile } from "#backend/imports/formats/lib/format.ts";

/** Contents by path: text or bytes as they are, anything else as JSON. */
export type Files = Record<string, unknown>;

export interface Read {
  scope: "folder" | "tree";
  /** Each with its entity; files by path, name and what else is stated, a file inside of a database with its text. */
  records: Record<string, unknown>[];
  /** Path and reason of each fault. */
  faults: [string, string][];
  /** Paths that are accounted for beside the files of records, ordered. */
  used: string[];
  /** Paths of the metadata files that records come from, without repetition. */
  from: string[];
}

/** Writes the files to a new folder, calls `use` with its path, and removes it. */
export async function withFiles<T>(files: Files, use: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), "roost-downloads-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      const isWhole = typeof content === "string" || content instanceof Uint8Array;
      await writeFile(join(root, path), isWhole ? content : JSON.stringify(content));
    }
    return await use(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Reads the folder at `at` in a format; undefined if the format does not recognize it. */
export async function readFolder(
  format: Format,
  root: string,
  { zone = "UTC", at = "" } = {},
): Promise<Read | undefined> {
  const imported = (await Downloads.open(root)).folder;
  const folder = at === "" ? imported : await imported.folder(at);
  const recognized = folder && (await format.recognize(folder));
  if (recognized === undefined) return undefined;
  const read: Read = { scope: recognized.scope, records: [], faults: [], used: [], from: [] };
  const used = new Set<string>();
  const from = new Set<string>();
  const reading = {
    zone,
    imported,
    report: (path: string, reason: string) => read.faults.push([path, reason]),
    uses: (entry: Entry) => used.add(entry.path),
    creatorOf: () => undefined,
  };
  for await (const found of recognized.read(reading)) {
    from.add(found.from);
    const fields = await Promise.all(
      Object.entries(found.fields).map(async ([name, value]) => [name, await shown(value)]),
    );
    read.records.push({ entity: found.entity, ...Object.fromEntries(fields) });
  }
  return { ...read, used: [...used].sort(), from: [...from] };
}

/** The same with the files written first. */
export function readFiles(format: Format, files: Files, options = {}): Promise<Read | undefined> {
  return withFiles(files, (root) => readFolder(format, root, options));
}

async function shown(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(shown));
  if (typeof value !== "object" || value === null || !("entry" in value)) return value;
  const { entry, bytes, ...stated } = value as LocalFile;
  if (bytes === undefined) return { ...stated, path: entry.path };
  let text = "";
  for await (const chunk of bytes()) text += Buffer.from(chunk).toString();
  return { ...stated, path: entry.path, text };
}
