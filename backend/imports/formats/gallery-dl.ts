/** gallery-dl (github.com/mikf/gallery-dl): metadata as one JSON file per file or post, as JSON lines, or as a dump. */

import { type Described, type Files, filesOfPost } from "./gallery-dl/files-of-post.ts";
import { Media } from "./gallery-dl/media.ts";
import type { Metadata, PostOf, PostReading, Service } from "./gallery-dl/metadata.ts";
import { isMetadata, readMetadata } from "./gallery-dl/metadata-file.ts";
import { kindOf, serviceOf } from "./gallery-dl/services.ts";
import { SpreadPosts } from "./gallery-dl/spread-posts.ts";
import { textsBeside } from "./gallery-dl/texts-beside.ts";
import { readWithZips, withZipsBeside, zipsWithoutFolder } from "./gallery-dl/zipped.ts";
import { type Entry, type Folder, type Format, type Found, ReadError, type Reading } from "./lib/format.ts";

/** Number of files that are read to recognize a folder, and the maximum read of each. */
const MAX_PROBED = 3;
const HEAD = 1024 * 1024;

export const galleryDl: Format = {
  name: "gallery-dl",
  async recognize(folder) {
    const isWithMetadata = await hasMetadata(folder);
    if (!isWithMetadata && !(await hasZipWithMetadata(folder))) return undefined;
    return { scope: "folder", read: (reading) => readFolder(folder, isWithMetadata, reading) };
  },
};

async function* readFolder(folder: Folder, isWithMetadata: boolean, reading: Reading): AsyncGenerator<Found> {
  if (isWithMetadata) {
    const source = await withZipsBeside(folder, reading);
    yield* readWithZips(source.zips, reading, (own) => new FolderReader(source.folder, own).read());
  }
  for await (const zip of zipsWithoutFolder(folder))
    if (await hasMetadata(zip))
      yield* readWithZips([zip], reading, (own) => new FolderReader(zip, own).read());
}

async function hasMetadata(folder: Folder): Promise<boolean> {
  const candidates = (await folder.entries()).filter(isMetadata);
  for (const entry of [...candidates.slice(0, MAX_PROBED - 1), ...candidates.slice(MAX_PROBED - 1).slice(-1)])
    if (await isOurs(folder, entry)) return true;
  return false;
}

/** Opens the first ZIPs only. */
async function hasZipWithMetadata(folder: Folder): Promise<boolean> {
  let probed = 0;
  for await (const zip of zipsWithoutFolder(folder)) {
    if (await hasMetadata(zip)) return true;
    probed += 1;
    if (probed === MAX_PROBED) return false;
  }
  return false;
}

async function isOurs(folder: Folder, entry: Entry): Promise<boolean> {
  try {
    for await (const { metadata, fault } of readMetadata(folder, entry, HEAD))
      if (fault === undefined) return metadata !== undefined;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
  }
  return false;
}

function keyOf({ metadata }: Described): string {
  const service = serviceOf(metadata);
  const kind = service && kindOf(service, metadata);
  return `${metadata.category} ${kind} ${service?.idOf(metadata) ?? ""} ${service?.versionOf?.(metadata) ?? ""}`;
}
const isOfFile = ({ metadata, isAlone }: Described) => isAlone && metadata.extension !== undefined;

/** `reason` is absent if nothing is missing from the archive. */
type Skipped = { isPrivate: boolean; reason?: string };

/** Reads a post or message; of unknown metadata, which may be of a message, nothing. */
function read(
  service: Service,
  first: Metadata,
  metadata: readonly Metadata[],
  reading: PostReading,
): PostOf | Skipped {
  const { category, subcategory } = first;
  const kind = kindOf(service, first);
  if (kind === "post")
    return (
      service.read(metadata, reading) ?? { isPrivate: false, reason: "names no post, no creator or no date" }
    );
  if (kind === undefined)
    return { isPrivate: true, reason: `is "${subcategory}" of ${category}, which this archive cannot read` };
  if (service.messages?.read === undefined)
    return {
      isPrivate: true,
      reason: `is a private message of ${category}, which the archive has no place for`,
    };
  const message = service.messages.read(metadata);
  if (message === "own") return { isPrivate: true };
  return message ?? { isPrivate: true, reason: "is a private message without its creator, sender or date" };
}

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
      for (const entry of group) {
        let spread: SpreadPosts<Described> | undefined;
        for await (const one of this.#metadataOf([entry])) {
          if (one.isAlone) described.set(keyOf(one), [...(described.get(keyOf(one)) ?? []), one]);
          else {
            spread ??= new SpreadPosts(await this.#countSpread(entry));
            for (const all of spread.add(keyOf(one), one)) yield* this.#give(all, media, named);
          }
        }
        for (const all of spread?.end() ?? []) yield* this.#give(all, media, named);
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

  /** Counts the metadata of each post whose text is spread. */
  async #countSpread(entry: Entry): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const silent = { ...this.#reading, report: () => {} };
    for await (const one of new FolderReader(this.#folder, silent).#metadataOf([entry]))
      if (serviceOf(one.metadata)?.isSpread === true)
        counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
    return counts;
  }

  async *#metadataOf(entries: readonly Entry[]): AsyncGenerator<Described> {
    for (const entry of entries) {
      try {
        for await (const { metadata, isAlone, fault } of readMetadata(this.#folder, entry)) {
          if (fault !== undefined) this.#reading.report(entry.path, fault);
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

  /** @param all all metadata of a post or message */
  async *#give(all: Described[], media: Media, named: ReadonlySet<string>): AsyncGenerator<Found> {
    const [first] = all;
    if (first === undefined) return;
    const { category } = first.metadata;
    const service = serviceOf(first.metadata);
    if (service === undefined) {
      if (!this.#unknown.has(category))
        this.#reading.report(first.entry.path, `posts of ${category} have no place in the archive`);
      this.#unknown.add(category);
      return;
    }
    const report = (reason: string) => this.#reading.report(first.entry.path, reason);
    const metadata = all.map((one) => one.metadata);
    const post = read(service, first.metadata, metadata, { zone: this.#reading.zone, report });
    const isDescribed = ({ name }: Entry) => named.has(`${name}.json`) && !this.#ofPosts.has(`${name}.json`);
    const source = { folder: this.#folder, reading: this.#reading, media, isDescribed };
    const files = await filesOfPost(service, all, source);
    if ("main" in post) yield* this.#recordsOf(post, first.entry.path, files, media);
    else {
      // A plain folder would publish the files of a message.
      if (post.isPrivate) files.entries.forEach(this.#reading.uses);
      const { reason } = post;
      if (reason !== undefined) for (const { entry } of all) this.#reading.report(entry.path, reason);
    }
  }

  async *#recordsOf(
    { before, main, after, neighbors = [] }: PostOf,
    from: string,
    { file, attachments, missing, order, entries }: Files,
    media: Media,
  ): AsyncGenerator<Found> {
    for (const record of before) {
      const key = JSON.stringify(record);
      if (!this.#given.has(key)) yield { ...record, from };
      this.#given.add(key);
    }
    const { entity, fields } = main;
    const all = file === undefined ? attachments : [file, ...attachments];
    if (entity === "discord_messages") yield { entity, fields: { ...fields, attachments: all }, from };
    else if (entity === "dms") {
      const [first, ...others] = all;
      const files = { ...(first && { file: first }), ...(others.length > 0 && { attachments: others }) };
      yield { entity, fields: { ...fields, ...files }, from };
    } else {
      const texts = await textsBeside(
        { folder: this.#folder, reading: this.#reading, media },
        fields,
        entries,
      );
      const withFiles = { ...fields, ...texts, ...(file && { file }), attachments };
      const isLacking = entity === "posts" && missing.length > 0;
      yield {
        ...{ entity, fields: withFiles, from },
        missing: isLacking ? missing : undefined,
        order: isLacking && order.length > 0 ? order : undefined,
        neighbors: neighbors.length > 0 ? neighbors : undefined,
      } as Found;
    }
    for (const record of after) yield { ...record, from };
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
