/** Restricts disk access to the imported folders, and to complete regular files. */
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { access, type FileHandle, open, readdir, realpath } from "node:fs/promises";
import { basename, sep } from "node:path";
import { LRUCache } from "lru-cache";
import { LEFT_OUT } from "#shared/rules/left-out.ts";
import { decodeNames, escapeBytes } from "#shared/text/decode-names.ts";
import { type Entry, type Folder, ReadError } from "./format.ts";

const SMALL = 256 * 1024;
/** Bytes of the small files that were read last: the import reads those of a post a second time, to keep them with it. */
const RECENT = 8 * 1024 * 1024;
const MAX_TEXT = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;
/** Unfinished downloads of various programs. */
const PARTIAL = /\.(part|tmp|dwnldtmp)$|^segments_/i;
/** Marks like `.nomedia`, and companion files of a SQLite database. */
const EMPTY_BY_DESIGN = /^\.|-(wal|shm|journal)$/;
const SEPARATOR = Buffer.from(sep);
/** Files created by operating systems. */
const SYSTEM = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX"]);
// Refuses symbolic links, and does not block on a pipe without a writer.
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

interface Listed extends Entry {
  size: number;
  modified: Date;
}

/** Path without links of a folder that can be read. */
async function findRoot(path: string): Promise<string> {
  try {
    const root = await realpath(path);
    if (lstatSync(root).isDirectory()) {
      await access(root, constants.R_OK | constants.X_OK);
      return root;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES")
      throw new ReadError(`${path} cannot be read by the user that Roost runs as`);
  }
  throw new ReadError(`${path} is not a folder that is there`);
}

/**
 * Files below one folder, or below several presented as subfolders of one. Never follows links: neither existing ones
 * nor one that replaces a folder while it is read.
 */
export class Downloads {
  /** Absolute paths without links, by displayed name; the name is empty for a single folder. */
  readonly #roots: ReadonlyMap<string, string>;
  /** Bytes of names that are not UTF-8, by displayed path. */
  readonly #bytes = new Map<string, Buffer>();

  readonly #places = new LRUCache<string, Buffer>({ max: 1000 });
  readonly #recent = new LRUCache<string, Buffer>({
    maxSize: RECENT,
    sizeCalculation: ({ length }) => length,
  });

  /** Reasons by path of files and folders that are never listed, as far as folders have been listed. */
  readonly leftOut = new Map<string, string>();

  readonly folder: Folder = new LocalFolder(this, "");

  private constructor(roots: ReadonlyMap<string, string>) {
    this.#roots = roots;
  }

  /** @throws ReadError if one is not a folder, or may not be read */
  static async open(...paths: string[]): Promise<Downloads> {
    const roots = new Map<string, string>();
    for (const path of paths) {
      const root = await findRoot(path);
      let name = paths.length === 1 ? "" : basename(root);
      while (roots.has(name)) name += "+";
      roots.set(name, root);
    }
    return new Downloads(roots);
  }

  /** Path of an entry, as bytes. */
  place(path: string): Buffer {
    const root = this.#roots.get(path);
    if (root !== undefined) return Buffer.from(root);
    if (path === "") throw new ReadError("is outside of the folder");
    return Buffer.concat([
      this.#folderPlace(parentOf(path)),
      SEPARATOR,
      this.#bytes.get(path) ?? Buffer.from(path.slice(path.lastIndexOf("/") + 1)),
    ]);
  }

  #folderPlace(path: string): Buffer {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    const place = this.place(path);
    this.#places.set(path, place);
    return place;
  }

  #isVirtual(path: string): boolean {
    return path === "" && !this.#roots.has("");
  }

  /**
   * Opens a file for reading.
   * @throws ReadError if it is gone, or not a regular file of this folder
   */
  async openFile(path: string): Promise<{ handle: FileHandle; stat: Stats }> {
    const handle = await open(this.place(path), READ_ONLY).catch(unreadable);
    try {
      return { handle, stat: this.#statOpened(handle.fd, path) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Reads a small file synchronously: with many metadata files, asynchronous steps cost more than the reads.
   * @returns undefined if larger than `SMALL` bytes
   * @throws ReadError like openFile
   */
  readSmall(path: string): Buffer | undefined {
    const known = this.#recent.get(path);
    if (known !== undefined) return known;
    const bytes = this.#readSmall(path);
    if (bytes !== undefined && bytes.length > 0) this.#recent.set(path, bytes);
    return bytes;
  }

  #readSmall(path: string): Buffer | undefined {
    let file: number | undefined;
    try {
      file = openSync(this.place(path), READ_ONLY);
      const stat = this.#statOpened(file, path);
      return stat.size > SMALL ? undefined : readFileSync(file);
    } catch (error) {
      return unreadable(error as NodeJS.ErrnoException);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** @throws ReadError like openFile */
  statFile(path: string): Stats {
    this.#refuseOutside(parentOf(path));
    const stat = this.statOf(path);
    if (stat?.isFile() !== true) throw new ReadError("is not a file");
    return stat;
  }

  /** @returns undefined if it is gone */
  statOf(path: string): Stats | undefined {
    return lstatSync(this.place(path), { throwIfNoEntry: false });
  }

  /** Names of files and folders in a folder, sorted. */
  async list(path: string): Promise<Listed[]> {
    if (this.#isVirtual(path))
      return [...this.#roots.keys()].map((name) => ({
        path: name,
        name,
        isFolder: true,
        size: 0,
        modified: new Date(0),
      }));
    this.#refuseOutside(path);
    const options = { encoding: "buffer", withFileTypes: true } as const;
    const found = await readdir(this.place(path), options).catch(unreadable);
    const names = decodeNames(found.map(({ name }) => name));
    const stored = new Set(found.map(({ name }) => name.toString()));
    const listed = new Map<string, Listed>();
    for (const [at, one] of found.entries()) {
      // Names of different bytes may decode to the same text; the one in UTF-8 keeps it.
      let name = names[at] ?? "";
      if (listed.has(name) || (stored.has(name) && !isUtf8(one.name, name))) name = escapeBytes(one.name);
      while (listed.has(name)) name += "+";
      const entry = this.#entry(path, one, name);
      if (entry !== undefined) listed.set(name, entry);
    }
    return [...listed.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #entry(folder: string, found: Dirent<Buffer>, name: string): Listed | undefined {
    if (!found.isFile() && !found.isDirectory() && !found.isSymbolicLink()) return undefined;
    if (SYSTEM.has(name) || name.startsWith("._")) return undefined;
    const path = join(folder, name);
    if (PARTIAL.test(name)) this.leftOut.set(path, LEFT_OUT.unfinished);
    else if (found.isSymbolicLink()) this.leftOut.set(path, LEFT_OUT.link);
    if (this.leftOut.has(path)) return undefined;
    if (!isUtf8(found.name, name)) this.#bytes.set(path, found.name);
    const stat = lstatSync(this.place(path), { throwIfNoEntry: false });
    const isFolder = stat?.isDirectory() === true;
    if (stat === undefined || (!isFolder && !stat.isFile())) return undefined;
    if (!isFolder && stat.size === 0) {
      if (!EMPTY_BY_DESIGN.test(name)) this.leftOut.set(path, LEFT_OUT.empty);
      return undefined;
    }
    return { path, name, isFolder, size: stat.size, modified: stat.mtime };
  }

  /** @throws ReadError if it is no file of this folder */
  #statOpened(file: number, path: string): Stats {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new ReadError("is not a file");
    if (placeOfOpened(file)?.equals(this.place(path)) !== true) this.#refuseOutside(parentOf(path));
    return stat;
  }

  #refuseOutside(folder: string): void {
    const place = this.place(folder);
    let real: Buffer | undefined;
    try {
      real = realpathSync.native(place, "buffer");
    } catch {
      // Already gone.
    }
    if (real?.equals(place) !== true) throw new ReadError("is outside of the folder");
  }
}

class LocalFolder implements Folder {
  readonly path: string;
  readonly #downloads: Downloads;
  #listed: Promise<Listed[]> | undefined;

  constructor(downloads: Downloads, path: string) {
    this.#downloads = downloads;
    this.path = path;
  }

  entries(): Promise<Listed[]> {
    this.#listed ??= this.#downloads.list(this.path);
    return this.#listed;
  }

  async *walk(): AsyncGenerator<Listed> {
    const entries = await this.entries().catch((error: unknown) => {
      if (error instanceof ReadError) return []; // an unreadable folder does not end the import
      throw error;
    });
    for (const entry of entries) if (!entry.isFolder) yield entry;
    for (const entry of entries)
      if (entry.isFolder) yield* new LocalFolder(this.#downloads, entry.path).walk();
  }

  async folder(name: string): Promise<Folder | undefined> {
    const entry = await this.find(name);
    return entry?.isFolder === true ? new LocalFolder(this.#downloads, entry.path) : undefined;
  }

  async find(path: string): Promise<Listed | undefined> {
    const [name, ...rest] = path.split("/");
    // Names such as "..", "." and "" are never listed.
    const entry = (await this.#named()).get(name ?? "");
    if (entry === undefined || rest.length === 0) return entry;
    if (!entry.isFolder) return undefined;
    return new LocalFolder(this.#downloads, entry.path).find(rest.join("/"));
  }

  #byName: Map<string, Listed> | undefined;
  async #named(): Promise<Map<string, Listed>> {
    this.#byName ??= new Map((await this.entries().catch(none)).map((entry) => [entry.name, entry]));
    return this.#byName;
  }

  async stat(entry: Entry): Promise<{ size: number; modified: Date }> {
    const stat = this.#downloads.statFile(entry.path);
    return { size: stat.size, modified: stat.mtime };
  }

  async text(entry: Entry, maxBytes = MAX_TEXT): Promise<string> {
    const small = this.#downloads.readSmall(entry.path);
    if (small !== undefined && small.length <= maxBytes) return decode(small);
    const { handle, stat } = await this.#downloads.openFile(entry.path);
    try {
      if (stat.size > maxBytes) throw new ReadError(`is larger than ${maxBytes.toLocaleString("en")} bytes`);
      return decode(await handle.readFile());
    } finally {
      await handle.close();
    }
  }

  async json(entry: Entry, maxBytes = MAX_TEXT): Promise<unknown> {
    const text = await this.text(entry, maxBytes);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new ReadError(`is not JSON: ${error instanceof Error ? error.message : error}`);
    }
  }

  async *bytes(entry: Entry, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const { handle } = await this.#downloads.openFile(entry.path);
    try {
      yield* handle.createReadStream({ ...range, highWaterMark: CHUNK, autoClose: false });
    } finally {
      await handle.close();
    }
  }
}

/** Path without links of an open file, where the system has `/proc` (Linux). */
function placeOfOpened(file: number): Buffer | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`, "buffer");
  } catch {
    return undefined;
  }
}

const isUtf8 = (bytes: Buffer, name: string) => Buffer.from(name).equals(bytes);
const join = (folder: string, name: string) => (folder === "" ? name : `${folder}/${name}`);
const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function unreadable(error: NodeJS.ErrnoException): never {
  if (error instanceof ReadError) throw error;
  throw new ReadError(`cannot be read (${error.code ?? error.message})`);
}

function none(error: unknown): Listed[] {
  if (error instanceof ReadError) return [];
  throw error;
}

function decode(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
