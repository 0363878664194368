/** DiscordChatExporter: one JSON or HTML file per channel or part of a channel, optionally with its media in a folder next to it. */
import type { z } from "zod";
import type { DiscordMessageRecord } from "#backend/imports/bundle/records.ts";
import { allEmbeds, unshownParts } from "./discord-chat-exporter-extras.ts";
import { type ExportHead, olderFirst, readHead, textOf } from "./discord-chat-exporter-file.ts";
import { Media } from "./discord-chat-exporter-media.ts";
import { type Export, merged, type Version } from "./discord-chat-exporter-merge.ts";
import { person } from "./discord-chat-exporter-message.ts";
import { isPage, readPageHead } from "./discord-chat-exporter-page.ts";
import { toUtc } from "./lib/dates.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";

/** Default file name: `Harbour - Text - tides [850] [part 2].json`. */
const CHANNEL_ID = /\[\d+\]/;
const EXPORTED = /\.(?:json|html|htm|csv|txt)$/i;
const isGivenName = (name: string) => CHANNEL_ID.test(name) && EXPORTED.test(name);
/** Maximum of files with other names that are read to recognize a folder. */
const OTHER_NAMES = 3;

const CHANNEL_TYPES: Record<string, number> = {
  GuildTextChat: 0,
  DirectTextChat: 1,
  GuildVoiceChat: 2,
  DirectGroupTextChat: 3,
  GuildCategory: 4,
  GuildNews: 5,
  GuildNewsThread: 10,
  GuildPublicThread: 11,
  GuildPrivateThread: 12,
  GuildStageVoice: 13,
  GuildDirectory: 14,
  GuildForum: 15,
};
const THREADS = new Set([10, 11, 12]);
const CATEGORY = 4;

export const discordChatExporter: Format = {
  name: "DiscordChatExporter",
  async recognize(folder) {
    const files = (await folder.entries()).filter(({ isFolder }) => !isFolder);
    const named = files.filter(({ name }) => isGivenName(name)).slice(0, 1);
    const jsonFiles = files.filter(({ name }) => name.toLowerCase().endsWith(".json")).slice(0, OTHER_NAMES);
    for (const entry of [...named, ...jsonFiles]) {
      const isExport = (await headOf(folder, entry)) !== undefined || (await isTextExport(folder, entry));
      if (isExport) return { scope: "folder", read: (reading) => read(folder, reading) };
    }
    return undefined;
  },
};

async function* read(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  const media = new Media(folder, reading);
  const channels = new Map<string, Export[]>();
  /** Ids of servers by name, for pages, which may lack them. */
  const servers = new Map<string, string>();
  const pages: ExportHead[] = [];
  for (const entry of await folder.entries()) {
    if (entry.isFolder) continue;
    const found = await headOf(folder, entry);
    if (found === undefined) {
      if (!(await isTextExport(folder, entry))) continue;
      reading.uses(entry);
      reading.report(
        entry.path,
        "is an export as CSV or text, or has no messages: without their ids they would be doubled, export it as JSON",
      );
      continue;
    }
    reading.uses(entry);
    const { firstId, isNewestFirst, ...head } = found;
    if (head.guild.id === "") pages.push(head);
    else servers.set(head.guild.name, head.guild.id);
    const exportedAt = toUtc(head.exportedAt ?? "", reading.zone) ?? "";
    const key = `${head.channel.id} ${isNewestFirst}`;
    channels.set(key, [...(channels.get(key) ?? []), { entry, head, exportedAt, firstId, isNewestFirst }]);
  }
  for (const { guild } of pages) guild.id = servers.get(guild.name) ?? serverGiven(folder, reading) ?? "";
  const exported = new Set([...channels.values()].flatMap(([first]) => first?.head.channel.id ?? []));
  // Threads come after their channels.
  const ordered = [...channels.values()].sort(([a], [b]) => Number(isThread(a)) - Number(isThread(b)));
  for (const exports of ordered) {
    exports.sort((a, b) => (a.exportedAt < b.exportedAt ? 1 : -1));
    yield* readChannel(exports, exported, media, reading);
  }
}

function serverGiven(folder: Folder, reading: Reading): string | undefined {
  const given = reading.creatorOf(folder.path);
  return given?.service === "discord" ? given.id : undefined;
}

type Head = ExportHead & { firstId: string; isNewestFirst: boolean };

/** @returns undefined if the file is not an export as JSON or HTML */
async function headOf(folder: Folder, entry: Entry): Promise<Head | undefined> {
  if (entry.name.toLowerCase().endsWith(".json")) return await readHead(folder, entry);
  const found = isPage(entry.name) ? await readPageHead(folder, entry) : undefined;
  if (found === undefined) return undefined;
  const { ids, ...head } = found;
  const [firstId = "", secondId = ""] = ids;
  return { ...head, firstId, isNewestFirst: secondId !== "" && olderFirst(firstId, secondId) > 0 };
}

const isThread = (one: Export | undefined) => THREADS.has(CHANNEL_TYPES[one?.head.channel.type ?? ""] ?? -1);

async function* readChannel(
  exports: Export[],
  exported: ReadonlySet<string>,
  media: Media,
  reading: Reading,
): AsyncGenerator<Found> {
  const [newest] = exports;
  if (newest === undefined) return;
  const { guild, channel } = newest.head;
  const from = newest.entry.path;
  if (guild.id === "") {
    reading.report(
      from,
      `names no id of the server ${guild.name}: give it, as in --creator discord/12345=Harbour`,
    );
    return;
  }
  const icon = await media.local(guild.iconUrl, "icon");
  yield { entity: "creators", fields: { service: "discord", id: guild.id, name: guild.name, icon }, from };
  const parent = channel.categoryId ?? undefined;
  if (parent !== undefined && !exported.has(parent)) {
    // The parent of a thread is a channel of unknown type; any other parent is a category.
    const type = isThread(newest) ? undefined : CATEGORY;
    const fields = { id: parent, server_id: guild.id, name: channel.category ?? parent, type };
    yield { entity: "discord_channels", fields, from };
  }
  const fields = {
    id: channel.id,
    server_id: guild.id,
    name: channel.name,
    parent_channel_id: parent,
    topic: channel.topic ?? undefined,
    type: CHANNEL_TYPES[channel.type ?? ""],
  };
  yield { entity: "discord_channels", fields, from };
  for await (const versions of merged(exports, media.folder, reading))
    yield* message(versions, media, reading);
  media.reportRemote(from);
}

/** Yields the distinct texts of a message, oldest first: all but the last become revisions. */
async function* message(versions: Version[], media: Media, reading: Reading): AsyncGenerator<Found> {
  const attachments = await media.attachments(versions);
  const files = attachments.size === 0 ? undefined : [...attachments.values()];
  for (let at = versions.length - 1; at >= 0; at--) {
    const version = versions[at] as Version;
    const newer = versions[at - 1];
    if (newer !== undefined && textOf(newer.message) === textOf(version.message)) continue;
    const fields = fieldsOf(version, reading.zone, (id) => attachments.has(id));
    const from = version.source.entry.path;
    if (fields === undefined) reading.report(from, `message ${version.message.id} has no date`);
    else if (newer !== undefined) yield { entity: "discord_messages", fields, from };
    else {
      await media.accountForDecoration(version.message);
      for (const part of unshownParts(version.message))
        reading.report(from, `message ${version.message.id} has ${part}, which the archive cannot show`);
      yield { entity: "discord_messages", fields: { ...fields, attachments: files }, from };
    }
  }
}

type MessageFields = Omit<z.input<typeof DiscordMessageRecord>, "attachments">;

/** @returns undefined without a date */
function fieldsOf(
  { source, message }: Version,
  zone: string,
  isPresent: (attachment: string) => boolean,
): MessageFields | undefined {
  const published = toUtc(message.timestamp, zone);
  if (published === undefined) return undefined;
  const embeds = allEmbeds(message, source.head, isPresent);
  return {
    id: message.id,
    server: source.head.guild.id,
    channel: source.head.channel.id,
    author: person(message.author),
    content: textOf(message),
    added: source.exportedAt === "" ? published : source.exportedAt,
    published,
    edited: message.timestampEdited ? toUtc(message.timestampEdited, zone) : undefined, // most have none
    embeds: embeds.length > 0 ? embeds : undefined,
    mentions: message.mentions.length > 0 ? message.mentions.map(person) : undefined,
  };
}

/** True for an export in an unsupported format. */
async function isTextExport(folder: Folder, entry: Entry): Promise<boolean> {
  if (!isGivenName(entry.name) || entry.name.toLowerCase().endsWith(".json")) return false;
  for await (const chunk of folder.bytes(entry)) {
    const start = Buffer.from(chunk.subarray(0, 65_536)).toString("utf8");
    return (
      start.startsWith("AuthorID,") || start.startsWith("=====") || start.includes("preamble__guild-icon")
    );
  }
  return false;
}
