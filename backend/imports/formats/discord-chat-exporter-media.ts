/** Finds the media of exports: in a folder next to each export, or in one shared folder. */

import { extensionOf } from "#shared/rules/files.ts";
import { allOf, type ExportedMessage, isRemote } from "./discord-chat-exporter-file.ts";
import type { Version } from "./discord-chat-exporter-merge.ts";
import type { Folder, LocalFile, Reading } from "./lib/format.ts";
import { Lookup } from "./lib/lookup.ts";

export class Media {
  readonly folder: Folder;
  readonly #reading: Reading;
  readonly #beside: Lookup;
  readonly #anywhere: Lookup;
  readonly #decoration = new Set<string>();
  /** Attachments that were not downloaded: their number and the name of one. */
  #remote = { count: 0, name: "" };

  constructor(folder: Folder, reading: Reading) {
    this.folder = folder;
    this.#reading = reading;
    this.#beside = new Lookup(folder);
    this.#anywhere = new Lookup(reading.imported);
  }

  /** @returns undefined if the file was not downloaded or is missing */
  async local(url: string | null | undefined, name: string): Promise<LocalFile | undefined> {
    if (!url || isRemote(url)) return undefined;
    const entry = (await this.#beside.fileBySuffix(url)) ?? (await this.#anywhere.fileBySuffix(url));
    return entry && { entry, name };
  }

  /** All attachments and stickers by id, each from the newest export that has it on disk. */
  async attachments(versions: Version[]): Promise<Map<string, LocalFile>> {
    const found = new Map<string, LocalFile>();
    const missing = new Map<string, string>();
    const remote = new Map<string, string>();
    for (const { message, source } of versions) {
      const stickers = allOf(message, "stickers").flatMap(({ name, sourceUrl: url }) =>
        url
          ? [{ id: `sticker ${name}`, url, fileName: name + extensionOf(url), fileSizeBytes: undefined }]
          : [],
      );
      for (const { id, url, fileName, fileSizeBytes } of [...allOf(message, "attachments"), ...stickers]) {
        if (found.has(id)) continue;
        if (isRemote(url)) {
          if (!id.startsWith("sticker ")) remote.set(id, fileName);
          continue;
        }
        const file = await this.local(url, fileName);
        if (file === undefined) missing.set(id, `${source.entry.path}\n${url}`);
        else found.set(id, { ...file, size: fileSizeBytes ?? undefined });
      }
    }
    for (const [id, where] of missing) {
      const [path = "", url] = where.split("\n");
      if (!found.has(id)) this.#reading.report(path, `names ${url}, which is not there`);
    }
    for (const [id, name] of remote)
      if (!found.has(id)) this.#remote = { count: this.#remote.count + 1, name };
    return found;
  }

  /** Reports the attachments since the last call that were not downloaded. */
  reportRemote(path: string): void {
    const { count, name } = this.#remote;
    this.#remote = { count: 0, name: "" };
    if (count === 1)
      this.#reading.report(path, `names 1 attachment that was not downloaded: ${name}; the address is kept`);
    else if (count > 1)
      this.#reading.report(
        path,
        `names ${count} attachments that were not downloaded, such as ${name}; their addresses are kept`,
      );
  }

  /** Accounts for avatars, emoji and pictures of embeds, which records have no fields for. */
  async accountForDecoration(message: ExportedMessage): Promise<void> {
    const { author, mentions, reactions, inlineEmojis } = message;
    const people = [author, ...mentions, ...(reactions ?? []).flatMap(({ users }) => users ?? [])];
    const emoji = [...(inlineEmojis ?? []), ...(reactions ?? []).map((reaction) => reaction.emoji)];
    const embeds = allOf(message, "embeds").flatMap((embed) => [
      embed.author?.iconUrl,
      embed.footer?.iconUrl,
      ...[embed.thumbnail, embed.image, embed.video, ...(embed.images ?? [])].map((media) => media?.url),
    ]);
    const urls = [
      ...people.map(({ avatarUrl }) => avatarUrl),
      ...emoji.map(({ imageUrl }) => imageUrl),
      ...embeds,
    ];
    for (const url of urls) {
      if (!url || isRemote(url) || this.#decoration.has(url)) continue;
      this.#decoration.add(url);
      const file = await this.local(url, "");
      if (file !== undefined) this.#reading.uses(file.entry);
    }
  }
}
