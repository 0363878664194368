/** gallery-dl (github.com/mikf/gallery-dl): metadata as one JSON file per file or post, as JSON lines, or as a dump. */

import { boosty } from "./gallery-dl/boosty.ts";
import { discord } from "./gallery-dl/discord.ts";
import { fanbox } from "./gallery-dl/fanbox.ts";
import { fansly } from "./gallery-dl/fansly.ts";
import { fantia } from "./gallery-dl/fantia.ts";
import { kemono } from "./gallery-dl/kemono.ts";
import { Media } from "./gallery-dl/media.ts";
import type { Metadata, Service } from "./gallery-dl/metadata.ts";
import { isMetadata, readMetadata } from "./gallery-dl/metadata-file.ts";
import { patreon } from "./gallery-dl/patreon.ts";
import { subscribestar } from "./gallery-dl/subscribestar.ts";
import {
  type Entry,
  type Folder,
  type Format,
  type Found,
  type LocalFile,
  ReadError,
  type Reading,
} from "./lib/format.ts";
import { htmlOfText } from "./lib/text.ts";

const SERVICES: Readonly<Record<string, Service>> = {
  ...{ patreon, fanbox, fantia, boosty, subscribestar, discord, fansly },
  kemono,
  coomer: kemono,
};
/** Number of files that are read to recognize a folder, and the maximum read of each. */
const LOOKED_AT = 3;
const HEAD = 1024 * 1024;

export const galleryDl: Format = {
  name: "gallery-dl",
  async recognize(folder) {
    const candidates = (await folder.entries()).filter(isMetadata);
    for (const entry of [...candidates.slice(0, LOOKED_AT - 1), ...candidates.slice(LOOKED_AT - 1).slice(-1)])
      if (await isOurs(folder, entry))
        return { scope: "folder", read: (reading) => new FolderReader(folder, reading).read() };
    return undefined;
  },
};

async function isOurs(folder: Folder, entry: Entry): Promise<boolean> {
  try {
    for await (const { metadata } of readMetadata(folder, entry, HEAD)) return metadata !== undefined;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
  }
  return false;
}

/** Metadata and the file that contains it. */
interface Described {
  metadata: Metadata;
  entry: Entry;
  /** The only metadata of its file, which may be named after a media file. */
  isAlone: boolean;
}

function keyOf({ metadata }: Described): string {
  const service = SERVICES[metadata.category];
  return `${metadata.category} ${service?.idOf(metadata) ?? ""} ${service?.versionOf?.(metadata) ?? ""}`;
}
const isOfFile = ({ metadata, isAlone }: Described) => isAlone && metadata.extension !== undefined;

class FolderReader {
  readonly #folder: Folder;
  readonly #reading: Reading;
  /** Creators and channels already yielded. */
  readonly #given = new Set<string>();
  readonly #unknown = new Set<string>();
  /** Names of metadata files that describe a post: such a file may be named after media of another post. */
  readonly #ofPosts = new Set<string>();

  constructor(folder: Folder, reading: Reading) {
    this.#folder = folder;
    this.#reading = reading;
  }

  /** Reads metadata of files first; the remaining files belong to posts with metadata per post. */
  async *read(): AsyncGenerator<Found> {
    const files = (await this.#folder.entries()).filter(({ isFolder }) => !isFolder);
    const named = new Set(files.map(({ name }) => name));
    const media = new Media(
      this.#folder,
      files.filter((entry) => !isMetadata(entry)),
      this.#reading.imported,
    );
    const later: Entry[] = [];
    for (const group of byFirstPart(files.filter(isMetadata))) {
      const described = new Map<string, Described[]>();
      for await (const one of this.#metadataOf(group)) {
        if (!one.isAlone) yield* this.#give([one], media, named);
        else described.set(keyOf(one), [...(described.get(keyOf(one)) ?? []), one]);
      }
      for (const all of described.values()) {
        if (all.some(isOfFile)) yield* this.#give(all, media, named);
        else later.push(...all.map(({ entry }) => entry));
        for (const { entry, metadata } of all)
          if (metadata.extension === undefined) this.#ofPosts.add(entry.name);
      }
    }
    for await (const one of this.#metadataOf(later)) yield* this.#give([one], media, named);
  }

  async *#metadataOf(entries: readonly Entry[]): AsyncGenerator<Described> {
    for (const entry of entries) {
      try {
        for await (const { metadata, isAlone } of readMetadata(this.#folder, entry)) {
          if (metadata === undefined) continue;
          this.#reading.uses(entry);
          yield { metadata, entry, isAlone };
        }
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        this.#reading.report(entry.path, error.message);
      }
    }
  }

  /** @param all all metadata of a post */
  async *#give(all: Described[], media: Media, named: ReadonlySet<string>): AsyncGenerator<Found> {
    const [first] = all;
    if (first === undefined) return;
    const { category } = first.metadata;
    const from = first.entry.path;
    const service = SERVICES[category];
    if (service === undefined) {
      if (!this.#unknown.has(category))
        this.#reading.report(from, `posts of ${category} have no place in the archive`);
      this.#unknown.add(category);
      return;
    }
    const post = service.read(
      all.map(({ metadata }) => metadata),
      this.#reading.zone,
    );
    if (post === undefined) {
      this.#reading.report(from, "names no post, no creator or no date");
      return;
    }
    for (const record of post.before) {
      const key = JSON.stringify(record);
      if (!this.#given.has(key)) yield { ...record, from };
      this.#given.add(key);
    }
    const main = await this.#files(service, all, media, named);
    const { fields, entity } = post.main;
    const texts =
      entity === "discord_messages" ? {} : await this.#textsBeside(post.main.fields, main.entries, media);
    const attachments =
      entity === "discord_messages" && main.file ? [main.file, ...main.attachments] : main.attachments;
    const files = { ...(entity !== "discord_messages" && main.file && { file: main.file }), attachments };
    yield { entity, fields: { ...fields, ...texts, ...files }, from } as Found;
    for (const record of post.after) yield { ...record, from };
  }

  async #files(
    service: Service,
    all: readonly Described[],
    media: Media,
    named: ReadonlySet<string>,
  ): Promise<{ file: LocalFile | undefined; attachments: LocalFile[]; entries: Entry[] }> {
    let file: LocalFile | undefined;
    const attachments: LocalFile[] = [];
    const id = all[0] && service.idOf(all[0].metadata);
    const ordered = [...all].sort((a, b) => (a.metadata.num ?? 0) - (b.metadata.num ?? 0));
    for (const { metadata, entry: sidecar, isAlone } of ordered) {
      if (metadata.extension === undefined) continue;
      const entry = await media.of(metadata, id, isAlone ? sidecar.name : undefined);
      if (entry === undefined) {
        if (sidecar.name.endsWith(`.${metadata.extension}.json`))
          this.#reading.report(sidecar.path, "the file it describes is not there");
        continue;
      }
      const name = `${service.nameOf?.(metadata) || metadata.filename || ""}`;
      const extension = entry.name.slice(entry.name.lastIndexOf("."));
      const hash = service.hashOf?.(metadata);
      const local = {
        entry,
        name: name === "" ? entry.name : name + extension,
        ...(hash !== undefined && { hash }),
      };
      if (file === undefined && service.isMain?.(metadata) === true) file = local;
      else attachments.push(local);
    }
    const isDescribed = ({ name }: Entry) => named.has(`${name}.json`) && !this.#ofPosts.has(`${name}.json`);
    for (const entry of id === undefined ? [] : media.rest(id, isDescribed))
      attachments.push({ entry, name: entry.name });
    const entries = [...(file ? [file] : []), ...attachments].map((one) => one.entry);
    return { file, attachments, entries };
  }

  /** Reads text sidecars: tags, one per line (`--write-tags`), and the post's text in a custom format. */
  async #textsBeside(
    { tags, content }: { tags?: string[] | null | undefined; content?: string | undefined },
    entries: readonly Entry[],
    media: Media,
  ): Promise<{ tags?: string[]; content?: string }> {
    const found: { tags?: string[]; content?: string } = {};
    for (const entry of entries) {
      const written = media.named(`${entry.name}.txt`);
      if (written !== undefined) {
        this.#reading.uses(written);
        const lines = (await this.#folder.text(written)).split(/\r?\n/).filter((line) => line !== "");
        found.tags = [...new Set([...(found.tags ?? tags ?? []), ...lines])];
      }
      const stem = entry.name.replace(/\.[^.]*$/, "");
      for (const text of [media.named(`${stem}.html`), media.named(`${stem}.txt`)]) {
        if (text === undefined || text === entry || (content ?? "") !== "" || found.content !== undefined)
          continue;
        this.#reading.uses(text);
        const read = await this.#folder.text(text);
        found.content = text.name.endsWith(".html") ? read : htmlOfText(read);
      }
    }
    return found;
  }
}

/** Groups entries by name; in most names the part before the first separator is an id. */
function byFirstPart(entries: readonly Entry[]): Iterable<Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const part = /^[^_. ]*/.exec(entry.name)?.[0] ?? "";
    const group = groups.get(part);
    if (group === undefined) groups.set(part, [entry]);
    else group.push(entry);
  }
  return groups.values();
}
