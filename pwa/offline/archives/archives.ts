/** Archive files that the device opens. What is unpacked stays in the memory of the worker. */
import SevenZip from "7z-wasm";
import wasmAddress from "7z-wasm/7zz.wasm?url";
import { fileTypeFromBuffer } from "file-type";
import { type Entry, following } from "#shared/archive-files/entries.ts";
import { entryType, TYPE_BYTES } from "#shared/archive-files/entry-type.ts";
import { BATCH_FILES, MAX_FILE_BYTES } from "#shared/archive-files/limits.ts";
import { joined } from "#shared/archive-files/parser.mjs";
import { uniqueName } from "#shared/archive-files/unique-names.ts";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { type EntryAddress, entryPath, extensionOf } from "#shared/rules/files.ts";
import type { StoredFile } from "#shared/rules/offline-db.ts";
import { offlineDb } from "../db/db.ts";
import { wholeFile } from "../library/stored-files.ts";
import { ArchiveFault } from "./faults.ts";
import { type Engine, listArchive, memoryPiece, type Source, unpackEntries } from "./read.ts";
import { storedSource } from "./stored-source.ts";
import { thumbnailOf } from "./thumbnail.ts";
import type { ArchiveMethods, InnerArchive, UnpackedFile } from "./worker-api.ts";

/** Memory for unpacked files: pages that are turned back to, and those that were unpacked with others. */
const MAX_KEPT_BYTES = 96 * 1024 ** 2;

let module: Promise<WebAssembly.Module> | undefined;

function engine(): Engine {
  module ??= WebAssembly.compileStreaming(fetch(wasmAddress));
  const compiled = module;
  compiled.catch(() => {
    module = undefined;
  });
  return {
    create: async (options) => {
      const wasm = await compiled.catch(() => {
        throw new ArchiveFault("unknown"); // this version of the app was not stored whole
      });
      const instantiateWasm = (imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) =>
        void WebAssembly.instantiate(wasm, imports).then(use);
      return await SevenZip({ ...options, instantiateWasm } as object);
    },
  };
}

/** Files that were used last. */
class Kept {
  readonly #files = new Map<string, UnpackedFile>();

  get(key: string): UnpackedFile | undefined {
    const file = this.#files.get(key);
    if (file !== undefined) this.set(key, file);
    return file;
  }

  set(key: string, file: UnpackedFile): void {
    this.#files.delete(key);
    this.#files.set(key, file);
    let total = 0;
    for (const [one, { file: blob }] of [...this.#files].reverse()) {
      total += blob.size;
      if (total > MAX_KEPT_BYTES && one !== key) this.#files.delete(one);
    }
  }

  /** Forgets what belongs to a file that is not stored any more. */
  forget(hash: string): void {
    for (const key of this.#files.keys()) if (key.startsWith(hash)) this.#files.delete(key);
  }
}

/** Unpacked files by archive file and name: a password may reorder a listing. */
const unpacked = new Kept();
/** The archive file that was opened last. */
let opened: { hash: string; source: Promise<Source> } | undefined;

/** @throws ArchiveFault if it is not on the device */
async function openStored(hash: string): Promise<{ file: StoredFile; source: Source }> {
  const file = await wholeFile(hash);
  if (file === undefined) {
    unpacked.forget(hash);
    if (opened?.hash === hash) opened = undefined;
    throw new ArchiveFault("not saved");
  }
  if (opened?.hash !== hash) opened = { hash, source: storedSource(file) };
  const { source } = opened;
  source.catch(() => {
    opened = undefined;
  });
  return { file, source: await source };
}

/** Contents of an archive file by the server's answer, or as the device reads them. */
async function answerOf(file: StoredFile, source: Source): Promise<ArchiveFile> {
  return file.archive ?? (await readContents(file, source));
}

async function readContents(file: StoredFile, source: Source): Promise<ArchiveFile> {
  const { names, sizes, encrypted } = await listArchive(engine(), source).catch(lockedIsEmpty);
  return {
    file: storedFields(file),
    file_list: names,
    file_sizes: sizes,
    password: encrypted ? null : "",
  };
}

/** Names may be encrypted as well. */
function lockedIsEmpty(error: unknown) {
  if (error instanceof ArchiveFault && error.fault === "locked")
    return { names: [], sizes: [], encrypted: true };
  throw error;
}

function storedFields({ hash, path, type, bytes = 0, storedAt }: StoredFile): ArchiveFile["file"] {
  const at = new Date(storedAt).toISOString().slice(0, -1);
  const times = { mtime: at, ctime: at, added: at };
  return { id: 0, hash, ...times, mime: type, ext: extensionOf(path), size: bytes, ihash: null };
}

/** The entry at an index and those that follow it. */
function entriesAt({ names, sizes }: Contents, at: number): Entry[] {
  const counts = new Map<string, number>();
  const entries: Entry[] = [];
  for (const [index, name] of names.slice(0, at + BATCH_FILES).entries()) {
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    if (index >= at) entries.push({ name, nth, bytes: sizes?.[index] ?? null });
  }
  return entries;
}

interface Contents {
  names: readonly string[];
  sizes: readonly (number | null)[] | undefined;
  password: string | null;
}

/** Unpacks a file and images that follow it. */
async function unpackFrom(
  source: Source,
  contents: Contents,
  number: number,
  archive: string,
): Promise<UnpackedFile> {
  const keyOf = ({ name, nth }: Entry) => `${archive} ${uniqueName(name, nth)}`;
  const [entry, ...others] = entriesAt(contents, number);
  if (entry === undefined) throw new ArchiveFault("unreadable");
  const known = unpacked.get(keyOf(entry));
  if (known !== undefined) return known;
  const next = following(entry, others);
  const end = next.findIndex((one) => unpacked.get(keyOf(one)) !== undefined);
  const batch = [entry, ...(end === -1 ? next : next.slice(0, end))];
  const found = await unpackEntries(engine(), source, contents.password ?? undefined, batch);
  const files: UnpackedFile[] = [];
  for (const [at, one] of batch.entries()) {
    const data = found[at];
    if (data === undefined) continue;
    const { type, inline } = await entryType(data.subarray(0, TYPE_BYTES), one.name, fileTypeFromBuffer);
    const file = { file: new Blob([data], { type }), inline };
    unpacked.set(keyOf(one), file);
    files.push(file);
  }
  const [first] = files;
  if (first === undefined || found[0] === undefined) throw new ArchiveFault("unreadable");
  return first;
}

async function unpackStored(hash: string, number: number) {
  const { file, source } = await openStored(hash);
  const { file_list, file_sizes, password } = await answerOf(file, source);
  return await unpackFrom(source, { names: file_list, sizes: file_sizes, password }, number, hash);
}

/** Bytes of an archive file inside another, which the server unpacks if the other is not on the device. */
async function innerSource({ hash, number }: EntryAddress): Promise<Source> {
  const data = await unpackStored(hash, number).then(
    async ({ file }) => new Uint8Array(await file.arrayBuffer()),
    (error: unknown) => {
      if (error instanceof ArchiveFault && error.fault === "not saved") return fetchEntry(hash, number);
      throw error;
    },
  );
  return { files: [joined("a", [memoryPiece(data)])], main: 0 };
}

let fetched: { path: string; data: Promise<Uint8Array<ArrayBuffer>> } | undefined;

function fetchEntry(hash: string, number: number): Promise<Uint8Array<ArrayBuffer>> {
  const path = entryPath(hash, number);
  if (fetched?.path !== path) fetched = { path, data: load(path) };
  const { data } = fetched;
  data.catch(() => {
    fetched = undefined;
  });
  return data;
}

async function load(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(path, { credentials: "same-origin" }).catch(() => {
    throw new ArchiveFault("not saved");
  });
  if (!response.ok) throw new ArchiveFault(response.status === 422 ? "unreadable" : "unknown");
  if (Number(response.headers.get("content-length")) > MAX_FILE_BYTES) throw new ArchiveFault("too large");
  return new Uint8Array(await response.arrayBuffer());
}

async function readInner(outer: EntryAddress, passwords: string[]): Promise<Contents & { source: Source }> {
  const source = await innerSource(outer);
  const { names, sizes, encrypted } = await listArchive(engine(), source).catch(lockedIsEmpty);
  if (!encrypted) return { source, names, sizes, password: "" };
  for (const password of passwords) {
    const tried = await listArchive(engine(), source, password).catch(wrongIsLocked);
    if (tried.opened) return { source, names: tried.names, sizes: tried.sizes, password };
  }
  return { source, names, sizes, password: null };
}

/** The archive file inside of another that was opened last. */
let inner: { key: string; isSaved: boolean; contents: ReturnType<typeof readInner> } | undefined;

async function contentsOfInner(
  outer: EntryAddress,
  passwords: string[],
): Promise<Contents & { source: Source }> {
  const key = [entryPath(outer.hash, outer.number), ...passwords].join(" ");
  const isSaved = (await wholeFile(outer.hash)) !== undefined;
  if (!isSaved && inner?.isSaved === true) {
    inner = undefined; // taken down, or removed
    unpacked.forget(outer.hash);
  }
  if (inner?.key !== key) inner = { key, isSaved, contents: readInner(outer, passwords) };
  const { contents } = inner;
  contents.catch(() => {
    inner = undefined;
  });
  return await contents;
}

async function unpackInner(outer: EntryAddress, number: number, passwords: string[]): Promise<UnpackedFile> {
  const contents = await contentsOfInner(outer, passwords);
  return await unpackFrom(contents.source, contents, number, `${outer.hash}/${outer.number}`);
}

export const archives: Omit<ArchiveMethods, "setDeviceKey"> = {
  async list(hash) {
    const { file, source } = await openStored(hash);
    return await answerOf(file, source);
  },

  async listInner(outer, passwords): Promise<InnerArchive> {
    const { names, sizes, password } = await contentsOfInner(outer, passwords);
    return { file_list: [...names], file_sizes: [...(sizes ?? [])], password };
  },

  async tryPassword(hash, password) {
    const { file, source } = await openStored(hash);
    const tried = await listArchive(engine(), source, password).catch(wrongIsLocked);
    if (!tried.opened) return undefined;
    const known = await answerOf(file, source);
    const hasNames = known.file_list.length > 0;
    const contents = hasNames ? {} : { file_list: tried.names, file_sizes: tried.sizes };
    const archive = { ...known, ...contents, password };
    await offlineDb().files.update(hash, { archive });
    return archive;
  },

  async unpack({ hash, number, inner: at }, width, passwords) {
    const outer = { hash, number };
    const file = await (at === undefined ? unpackStored(hash, number) : unpackInner(outer, at, passwords));
    return width === null ? file : await thumbnailOf(file, width);
  },
};

function wrongIsLocked(error: unknown) {
  if (error instanceof ArchiveFault && ["locked", "unreadable"].includes(error.fault))
    return { names: [], sizes: [], opened: false };
  throw error;
}
