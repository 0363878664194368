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

async function list(folder: Folder): Promise<Listed> {
  const entries = (await folder.entries()).map((entry) => [entry.name.normalize(), entry] as const);
  return { folder, entries: new Map(entries) };
}
