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
  const found = new FoundFiles(reading);
  const ordered = [...all].sort((a, b) => (a.metadata.num ?? 0) - (b.metadata.num ?? 0));
  const [first] = ordered;
  const id = first && service.idOf(first.metadata);
  for (const described of ordered)
    if (described.metadata.extension !== undefined)
      await found.addDescribed(service, described, (name) => media.of(described.metadata, id, name));
  const rest = id === undefined ? [] : media.rest(id, isDescribed);
  const named = first === undefined ? [] : (service.namedFiles?.(first.metadata) ?? []);
  await found.addRest(folder, rest, named, first?.entry.path ?? "");
  return found.result();
}

const stemOf = (name: string) => name.replace(/\.[^.]*$/, "");

class FoundFiles {
  #file: LocalFile | undefined;
  readonly #attachments: LocalFile[] = [];
  readonly #missing: MissingFile[] = [];
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
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
      if (sidecar.name.endsWith(`.${metadata.extension}.json`))
        this.#reading.report(sidecar.path, "the file it describes is not there");
      const name = stem === "" ? stemOf(sidecar.name) : `${stem}.${metadata.extension}`;
      this.#miss(original ?? { name, url, hash });
      return;
    }
    const extension = entry.name.slice(entry.name.lastIndexOf("."));
    const local = {
      entry,
      name: stem === "" ? entry.name : stem + extension,
      ...(hash !== undefined && { hash }),
      ...(url !== undefined && original === undefined && { url }),
    };
    this.#add(local, service.isMain?.(metadata) === true);
    if (original !== undefined) this.#addOriginal(original, sidecar.path);
  }

  /** Adds files without metadata of their own, named after those that the metadata of the post lists. */
  async addRest(folder: Folder, rest: Entry[], listed: readonly NamedFile[], from: string): Promise<void> {
    const known = new Set(this.#all().map(({ hash }) => hash));
    for (const { hash } of this.#missing) known.add(hash);
    const named = listed.filter(({ hash }) => hash === undefined || !known.has(hash));
    const left = new Set(rest);
    const wanted = named.map(({ name, hash, hasPreview }) => ({
      ...{ name, ...(hash !== undefined && { hash }) },
      names: hasPreview ? [] : rest.map((entry) => entry.name).filter((one) => isNamed(one, name)),
    }));
    const files = new FilesByContent(folder, rest, (copy) => {
      left.delete(copy);
      this.#reading.uses(copy);
    });
    const found = await files.find(wanted);
    for (const [at, file] of named.entries()) {
      const local = found[at];
      if (local !== undefined) {
        left.delete(local.entry);
        this.#add({ ...local, ...(file.url !== undefined && { url: file.url }) }, file.isMain);
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

  result(): Files {
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

/** Default names of files end with their name on the service: `101_Title_01_picture.png`. */
function isNamed(onDisk: string, name: string): boolean {
  return onDisk === name || onDisk.endsWith(`_${name}`);
}
