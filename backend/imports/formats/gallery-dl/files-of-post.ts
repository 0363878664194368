/** Finds the files of a post: those on disk, and those that its metadata names but that are not there. */
import { FilesByContent } from "../lib/files-by-content.ts";
import type { Entry, Folder, LocalFile, MissingFile, Reading } from "../lib/format.ts";
import type { Media } from "./media.ts";
import { type Metadata, type NamedFile, type Service, Url } from "./metadata.ts";

/** Metadata and the file that contains it. */
export interface Described {
  metadata: Metadata;
  entry: Entry;
  /** The only metadata of its file, which may be named after a media file. */
  isAlone: boolean;
}

export interface Files {
  file: LocalFile | undefined;
  attachments: LocalFile[];
  missing: MissingFile[];
  /** SHA-256 of those that the metadata of the post names, in their order. */
  order: string[];
  /** All that are on disk. */
  entries: Entry[];
}

interface Source {
  folder: Folder;
  reading: Reading;
  media: Media;
  /** True for files with metadata of their own. */
  isDescribed: (entry: Entry) => boolean;
}

/** @param all all metadata of the post */
export async function filesOfPost(
  service: Service,
  all: readonly Described[],
  { folder, reading, media, isDescribed }: Source,
): Promise<Files> {
  const ordered = [...all].sort((a, b) => (a.metadata.num ?? 0) - (b.metadata.num ?? 0));
  const [first] = ordered;
  const id = first && service.idOf(first.metadata);
  const named = first === undefined ? [] : (service.namedFiles?.(first.metadata) ?? []);
  const found = new FoundFiles(reading, named.find(({ isMain }) => isMain)?.hash);
  for (const described of ordered)
    if (described.metadata.extension !== undefined)
      await found.addDescribed(service, described, (name) => media.of(described.metadata, id, name));
  const rest = id === undefined ? [] : media.rest(id, isDescribed);
  await found.addRest(folder, rest, named, first?.entry.path ?? "");
  return { ...found.result(), order: named.flatMap(({ hash }) => hash ?? []) };
}

const stemOf = (name: string) => name.replace(/\.[^.]*$/, "");

class FoundFiles {
  #file: LocalFile | undefined;
  readonly #attachments: LocalFile[] = [];
  readonly #missing: MissingFile[] = [];
  readonly #reading: Reading;
  readonly #mainHash: string | undefined;

  /** @param mainHash SHA-256 of the main file; a post may list it as an attachment too, and gallery-dl saves it once */
  constructor(reading: Reading, mainHash: string | undefined) {
    this.#reading = reading;
    this.#mainHash = mainHash;
  }

  /** Adds the file of a metadata file or line. */
  async addDescribed(
    service: Service,
    { metadata, entry: sidecar, isAlone }: Described,
    find: (sidecar: string | undefined) => Promise<Entry | undefined>,
  ): Promise<void> {
    const entry = await find(isAlone ? sidecar.name : undefined);
    const stem = `${service.nameOf?.(metadata) || metadata.filename || ""}`;
    const hash = service.hashOf?.(metadata);
    const original = service.originalOf?.(metadata);
    const url = service.urlOf === undefined ? Url.parse(metadata["url"]) : service.urlOf(metadata);
    if (entry === undefined) {
      const isOfFile = sidecar.name.endsWith(`.${metadata.extension}.json`);
      if (isOfFile) this.#reading.report(sidecar.path, "the file it describes is not there");
      const name = stem === "" ? stemOf(sidecar.name) : `${stem}.${metadata.extension}`;
      const isLine = /l$/i.test(sidecar.name) && service.isSpread !== true;
      // Dumps have extensions of addresses, and metadata of spread posts may have the name of an earlier file.
      if (hash !== undefined || isOfFile || isLine) this.#miss(original ?? { name, url, hash });
      return;
    }
    const extension = entry.name.slice(entry.name.lastIndexOf("."));
    const local = {
      entry,
      name: stem === "" ? entry.name : stem + extension,
      ...(hash !== undefined && { hash }),
      ...(url !== undefined && original === undefined && { url }),
    };
    const isMain = service.isMain?.(metadata) === true || (hash !== undefined && hash === this.#mainHash);
    this.#add(local, isMain);
    if (original !== undefined) this.#addOriginal(original, sidecar.path);
  }

  /** Adds files without metadata of their own, named after those that the metadata of the post lists. */
  async addRest(folder: Folder, rest: Entry[], listed: readonly NamedFile[], from: string): Promise<void> {
    const known = [...this.#all(), ...this.#missing];
    const keys = new Set(known.flatMap(({ name, hash }) => [name, hash]));
    const named = listed.filter(({ name, hash }) => !keys.has(hash ?? name));
    const left = new Set(rest);
    const local = await localFiles(folder, left, named, this.#reading);
    for (const file of named) {
      const found = local.get(file);
      if (found !== undefined) {
        const { name, hash, url } = file;
        const stated = { ...(hash !== undefined && { hash }), ...(url !== undefined && { url }) };
        this.#add({ entry: found, name, ...stated }, file.isMain);
        continue;
      }
      const preview = [...left].find((entry) => isNamed(entry.name, `${stemOf(file.name)}.webp`));
      if (preview === undefined || !file.hasPreview) this.#miss(file);
      else {
        left.delete(preview);
        this.#add({ entry: preview, name: `${stemOf(file.name)} (preview).webp` }, false);
        this.#addOriginal(file, from);
      }
    }
    for (const entry of left) this.#add({ entry, name: entry.name }, false);
  }

  result(): Omit<Files, "order"> {
    const entries = this.#all().map(({ entry }) => entry);
    return { file: this.#file, attachments: this.#attachments, missing: this.#missing, entries };
  }

  #all(): LocalFile[] {
    return [...(this.#file ? [this.#file] : []), ...this.#attachments];
  }

  #add(local: LocalFile, isMain: boolean): void {
    if (this.#file === undefined && isMain) this.#file = local;
    else this.#attachments.push(local);
  }

  #addOriginal(original: MissingFile, from: string): void {
    this.#reading.report(from, `only a preview of ${original.name} is here`);
    this.#miss(original);
  }

  #miss({ name, url, hash }: MissingFile): void {
    const isSame = (one: MissingFile) => (hash === undefined ? one.name === name : one.hash === hash);
    if (!this.#missing.some(isSame)) this.#missing.push({ name, url, hash });
  }
}

/**
 * Finds files on disk by their names, then by content: names may be shortened or in the user's format. Removes them from
 * `left`.
 */
async function localFiles(
  folder: Folder,
  left: Set<Entry>,
  named: readonly NamedFile[],
  reading: Reading,
): Promise<Map<NamedFile, Entry>> {
  const originals = named.filter(({ hasPreview }) => !hasPreview);
  const found = new Map<NamedFile, Entry>();
  for (const file of originals) {
    const entries = [...left].filter((entry) => isNamed(entry.name, file.name));
    const isOnly = entries.length === 1 && originals.filter(({ name }) => name === file.name).length === 1;
    if (isOnly && entries[0] !== undefined) found.set(file, entries[0]);
  }
  for (const entry of found.values()) left.delete(entry);
  const unnamed = named.filter((file) => !found.has(file));
  const files = new FilesByContent(folder, [...left], (copy) => {
    left.delete(copy);
    reading.uses(copy);
  });
  const byContent = await files.find(unnamed.map(({ name, hash }) => ({ name, hash, names: [] })));
  for (const [at, file] of unnamed.entries()) {
    const entry = byContent[at]?.entry;
    if (entry === undefined) continue;
    found.set(file, entry);
    left.delete(entry);
  }
  return found;
}

/** Default names of files end with their name on the service: `101_Title_01_picture.png`. */
function isNamed(onDisk: string, name: string): boolean {
  return onDisk === name || onDisk.endsWith(`_${name}`);
}
