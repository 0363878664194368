/** Which files of a folder belong to which metadata. */
import type { Entry, Folder } from "../lib/format.ts";
import type { Metadata } from "./metadata.ts";
import { isMetadata } from "./metadata-file.ts";

/** Where metadata is found: beside the media, or in a folder of its own below or far from it. */
export class Media {
  readonly #byName = new Map<string, Entry>();
  readonly #byStem = new Map<string, Entry[]>();
  readonly #byPart = new Map<string, Entry[]>();
  readonly #imported: Folder;
  readonly #claimed = new Set<string>();
  readonly #isPostFolder: (id: string) => boolean;

  /** @param imported everything; gone through only where a file is not in the folder of its metadata */
  constructor(folder: Folder, media: readonly Entry[], imported: Folder) {
    this.#imported = imported;
    const own = new Set(parts(folder.path.slice(folder.path.lastIndexOf("/") + 1)));
    this.#isPostFolder = (id) => own.has(id);
    for (const entry of media) {
      this.#byName.set(entry.name, entry);
      push(this.#byStem, stemOf(entry.name), entry);
      for (const part of new Set(parts(entry.name))) push(this.#byPart, part, entry);
    }
  }

  /**
   * The file that a sidecar describes: by the sidecar's name, by the names inside, by id and number.
   * @param sidecar undefined for a line among others
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
      (isNamed ? (await elsewhere(this.#imported)).get(name) : undefined);
    if (found !== undefined) this.#claimed.add(found.path);
    return found;
  }

  /** Files of a post that have no metadata of their own: those named by its id, or all in a folder named by it. */
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

/** Every media file of an import by its name, found once. */
const FOUND = new WeakMap<Folder, Promise<Map<string, Entry>>>();

function elsewhere(imported: Folder): Promise<Map<string, Entry>> {
  const found = FOUND.get(imported) ?? namesIn(imported);
  FOUND.set(imported, found);
  return found;
}

async function namesIn(imported: Folder): Promise<Map<string, Entry>> {
  const names = new Map<string, Entry>();
  for await (const entry of imported.walk()) if (!isMetadata(entry)) names.set(entry.name, entry);
  return names;
}

const stemOf = (name: string) => name.replace(/\.[^.]*$/, "");
/** Ids of posts are such parts, in the default names and in most others. */
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
