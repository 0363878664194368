/** Matches the files of a folder to their metadata. */
import type { Entry, Folder } from "../lib/format.ts";
import { entriesNamed } from "../lib/lookup.ts";
import type { Metadata } from "./metadata.ts";

/** Finds media for metadata next to it, or in a separate subfolder or distant folder. */
export class Media {
  readonly #byName = new Map<string, Entry>();
  readonly #byStem = new Map<string, Entry[]>();
  readonly #byPart = new Map<string, Entry[]>();
  readonly #imported: Folder;
  readonly #claimed = new Set<string>();
  readonly #isPostFolder: (id: string) => boolean;

  /** @param imported the whole import; searched only if a file is not in the folder of its metadata */
  constructor(folder: Folder, media: readonly Entry[], imported: Folder) {
    this.#imported = imported;
    const nameParts = new Set(parts(folder.path.slice(folder.path.lastIndexOf("/") + 1)));
    this.#isPostFolder = (id) => nameParts.has(id);
    for (const entry of media) {
      this.#byName.set(entry.name, entry);
      push(this.#byStem, stemOf(entry.name), entry);
      for (const part of new Set(parts(entry.name))) push(this.#byPart, part, entry);
    }
  }

  /**
   * Finds the file of a sidecar by the sidecar's name, by names in the metadata, or by id and number.
   * @param sidecar undefined for a line of a file with several
   */
  async of(
    metadata: Metadata,
    id: string | undefined,
    sidecar: string | undefined,
  ): Promise<Entry | undefined> {
    const { filename = "", extension = "", num } = metadata;
    const name = sidecar?.replace(/\.json$/i, "") ?? "";
    const isNamed = extension !== "" && name.endsWith(`.${extension}`);
    const found =
      this.#byName.get(name) ??
      one(this.#byStem.get(name)) ??
      this.#byName.get(`${filename}.${extension}`) ??
      one(this.#byPart.get(id ?? "")?.filter((entry) => hasNumber(entry.name, id, num))) ??
      (isNamed ? (await entriesNamed(this.#imported, name)).at(-1) : undefined);
    if (found !== undefined) this.#claimed.add(found.path);
    return found;
  }

  /** Files of a post without metadata per file: files named by its id, or all files in a folder named by it. */
  rest(id: string, isDescribed: (entry: Entry) => boolean): Entry[] {
    const named = this.#byPart.get(id) ?? (this.#isPostFolder(id) ? [...this.#byName.values()] : []);
    const left = named.filter((entry) => !this.#claimed.has(entry.path) && !isDescribed(entry));
    for (const { path } of left) this.#claimed.add(path);
    return left;
  }

  named(name: string): Entry | undefined {
    return this.#byName.get(name);
  }
}

const stemOf = (name: string) => name.replace(/\.[^.]*$/, "");
/** Splits a name into parts; in default names and most others, post ids are such parts. */
const parts = (name: string) => name.match(/[0-9A-Za-z]+/g) ?? [];
const one = (entries: readonly Entry[] | undefined) => (entries?.length === 1 ? entries[0] : undefined);

function push(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
}

function hasNumber(name: string, id: string | undefined, num: number | undefined): boolean {
  return (
    num !== undefined && parts(name).some((part) => part !== id && /^\d+$/.test(part) && Number(part) === num)
  );
}
