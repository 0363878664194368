import { createHash } from "node:crypto";
import { type Entry, type Folder, type LocalFile, ReadError, type Reading } from "./format.ts";

export interface WantedFile {
  /** Name on the service. */
  name: string;
  /** SHA-256, if in the metadata. */
  hash?: string;
  /** Address, if in the metadata. */
  url?: string;
  /** Possible names on disk. */
  names: readonly string[];
}

/** Finds the files of a post by name or, since programs shorten, number and change names, by content. */
export class FilesByContent {
  readonly #folder: Folder;
  readonly #entries: readonly Entry[];
  readonly #uses: Reading["uses"];
  #byHash: Promise<ReadonlyMap<string, Entry[]>> | undefined;

  /** @param uses called for each further copy of a found file */
  constructor(folder: Folder, entries: readonly Entry[], uses: Reading["uses"]) {
    this.#folder = folder;
    this.#entries = entries;
    this.#uses = uses;
  }

  /** @returns a file, or undefined if missing, for each of `wanted` */
  find(wanted: readonly WantedFile[]): Promise<(LocalFile | undefined)[]> {
    const isShared = (name: string) =>
      new Set(wanted.filter(({ names }) => names.includes(name)).map(({ hash }) => hash)).size > 1;
    return Promise.all(wanted.map((file) => this.#findOne(file, isShared)));
  }

  async #findOne(wanted: WantedFile, isShared: (name: string) => boolean): Promise<LocalFile | undefined> {
    const { name, hash, url } = wanted;
    const known = { name, hash, ...(url !== undefined && { url }) };
    // If two files share a name, the program may have kept either.
    const names = wanted.names.filter((one) => !isShared(one)).map((one) => one.normalize("NFC"));
    const named = this.#entries.filter((entry) => names.includes(entry.name.normalize("NFC")));
    const [entry] = named;
    if (entry !== undefined && named.length === 1) return { entry, ...known };
    if (hash === undefined) return undefined;
    this.#byHash ??= hashes(this.#folder, this.#entries);
    const same = (await this.#byHash).get(hash) ?? [];
    for (const copy of same.slice(1)) this.#uses(copy);
    return same[0] && { entry: same[0], ...known };
  }
}

async function hashes(folder: Folder, entries: readonly Entry[]): Promise<ReadonlyMap<string, Entry[]>> {
  const byHash = new Map<string, Entry[]>();
  for (const entry of entries) {
    const hex = await hashOf(folder, entry);
    if (hex !== undefined) byHash.set(hex, [...(byHash.get(hex) ?? []), entry]);
  }
  return byHash;
}

/** Undefined if the file cannot be read, which counts as missing. */
async function hashOf(folder: Folder, entry: Entry): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of folder.bytes(entry)) hash.update(chunk);
    return hash.digest("hex");
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}
