/** Finds files by the paths in a program's data. */
import { LRUCache } from "lru-cache";
import type { Entry, Folder } from "./format.ts";

/** Number of cached folder listings; programs with one folder per post are read folder by folder. */
const HELD = 500;

interface Listed {
  folder: Folder;
  /** By name in NFC: some file systems change the normalization form. */
  entries: Map<string, Entry>;
}

export class Lookup {
  readonly #root: Folder;
  readonly #listed = new LRUCache<string, Promise<Listed>>({ max: HELD });

  constructor(folder: Folder) {
    this.#root = folder;
  }

  /** @returns the file at this path below the folder; undefined if there is none */
  async file(path: string): Promise<Entry | undefined> {
    const at = path.lastIndexOf("/");
    const listed = await this.#folder(path.slice(0, Math.max(0, at)));
    const entry = listed?.entries.get(path.slice(at + 1).normalize());
    return entry?.isFolder === false ? entry : undefined;
  }

  /**
   * Finds a file by a path of another machine or of a moved folder (`C:\downloads\ann\1.png`), by
   * the longest matching suffix.
   */
  async fileBySuffix(path: string): Promise<Entry | undefined> {
    const parts = path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
    for (let from = 0; from < parts.length; from++) {
      const entry = await this.file(parts.slice(from).join("/"));
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /**
   * Finds a file that was moved into another folder: by name and size, then by the longest common end of the path.
   * @param size in bytes; without it, the folder's name must match as well
   * @returns undefined if there is none, or several that match equally
   */
  async moved(path: string, size: number | undefined): Promise<Entry | undefined> {
    const parts = path.split(/[\\/]+/);
    let longest = size === undefined ? 1 : 0;
    let found: Entry | undefined;
    for (const entry of await entriesNamed(this.#root, parts.at(-1) ?? "")) {
      if (size !== undefined && (await this.#root.stat(entry)).size !== size) continue;
      const length = commonEnd(parts, entry.path.split("/"));
      if (length === longest) found = undefined;
      if (length <= longest) continue;
      longest = length;
      found = entry;
    }
    return found;
  }

  async #folder(path: string): Promise<Listed | undefined> {
    const held = this.#listed.get(path);
    if (held !== undefined) return held;
    const folder = path === "" ? this.#root : await this.#child(path);
    if (folder === undefined) return undefined; // not cached: data may name many missing folders
    const listed = this.#listed.get(path) ?? list(folder);
    this.#listed.set(path, listed);
    return listed;
  }

  async #child(path: string): Promise<Folder | undefined> {
    const at = path.lastIndexOf("/");
    const parent = await this.#folder(path.slice(0, Math.max(0, at)));
    const entry = parent?.entries.get(path.slice(at + 1).normalize());
    return entry?.isFolder === true ? parent?.folder.folder(entry.name) : undefined;
  }
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && one.at(-1 - length)?.normalize() === other.at(-1 - length)?.normalize())
    length += 1;
  return length;
}

/** Files of an import by name in NFC, cached. */
const NAMED = new WeakMap<Folder, Promise<Map<string, Entry[]>>>();

/** @returns the files of this name anywhere below the folder */
export async function entriesNamed(folder: Folder, name: string): Promise<readonly Entry[]> {
  const named = NAMED.get(folder) ?? byName(folder);
  NAMED.set(folder, named);
  return (await named).get(name.normalize()) ?? [];
}

async function byName(folder: Folder): Promise<Map<string, Entry[]>> {
  const named = new Map<string, Entry[]>();
  for await (const entry of folder.walk()) {
    const name = entry.name.normalize();
    const same = named.get(name);
    if (same === undefined) named.set(name, [entry]);
    else same.push(entry);
  }
  return named;
}

async function list(folder: Folder): Promise<Listed> {
  const entries = (await folder.entries()).map((entry) => [entry.name.normalize(), entry] as const);
  return { folder, entries: new Map(entries) };
}
