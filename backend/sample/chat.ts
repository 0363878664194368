/** Chat servers (discord) and community channels (patreon): messages with edits, replies and deletions. */
import { createHash } from "node:crypto";
import type { FileRef } from "#shared/entities/file.ts";
import { extensionOf } from "#shared/rules/files.ts";
import type { StoredFile } from "./bundle-writer.ts";
import { DAY, microIso, SAMPLE_END } from "./dates.ts";
import { type Person, SERVERS, type Server } from "./people.ts";
import { THEMES } from "./phrases/index.ts";
import { VOICES } from "./phrases/voices.ts";
import type { Studio } from "./posts.ts";
import { TextGenerator } from "./text.ts";

const CHANNELS = [
  { name: "welcome", topic: "Read this first. Be kind.", emoji: "👋", nsfw: false, messages: 6 },
  { name: "workshop", topic: "Work in progress of any kind", emoji: null, nsfw: false, messages: 190 },
  { name: "show-and-tell", topic: null, emoji: "🖼️", nsfw: false, messages: 60 },
  { name: "late-night", topic: "Grown-ups, grumbling and gears", emoji: "🌙", nsfw: true, messages: 25 },
] as const;

export function writeServers(studio: Studio): void {
  let revision = 0;
  for (const [s, server] of SERVERS.entries()) {
    const base = { server_id: server.id, theme_color: s === 0 ? "#5e1f36" : null };
    const parent = `${server.id.slice(0, -2)}01`;
    studio.writer.write("discord_channels", {
      ...base,
      id: parent,
      name: "The workshop floor",
      type: 4,
      position: 0,
    });
    for (const [c, channel] of CHANNELS.entries()) {
      const id = `${server.id.slice(0, -2)}${10 + c}`;
      studio.writer.write("discord_channels", {
        ...base,
        id,
        name: channel.name,
        topic: channel.topic,
        icon_emoji: channel.emoji,
        is_nsfw: channel.nsfw,
        position: c + 1,
        parent_channel_id: c === 0 ? null : parent,
      });
      revision = writeMessages(studio, server, id, channel.messages, revision);
    }
  }
}

function writeMessages(
  studio: Studio,
  server: Server,
  channel: string,
  count: number,
  firstRevision: number,
): number {
  const { rng, writer, library } = studio;
  const theme = THEMES[server.theme];
  const voice = VOICES[theme.language];
  let revision = firstRevision;
  let time = SAMPLE_END - 400 * DAY;
  let who = 0;
  for (let i = 0; i < count; i++) {
    time += rng.chance(0.5) ? rng.int(20, 300) * 1000 : rng.int(1, 40) * 3_600_000;
    if (rng.chance(0.6)) who = rng.int(0, voice.commenters.length - 1);
    const id = `${channel.slice(0, 8)}${channel.slice(-4)}${String(1000 + i).padStart(6, "0")}`;
    const generator = new TextGenerator(theme, rng);
    const content = rng.chance(0.55)
      ? generator.sentences(rng.int(1, 2)).join(" ")
      : rng.pick([...voice.comments, ...voice.replies]);
    const edited = i % 23 === 5 ? microIso(time + 90_000, rng) : null;
    const mentioned = rng.int(0, voice.commenters.length - 1);
    const mentions = rng.chance(0.08) ? [author(voice.commenters[mentioned]!, mentioned)] : [];
    writer.write("discord_messages", {
      id,
      server: server.id,
      channel,
      author: author(voice.commenters[who]!, who),
      content: mentions.length > 0 ? `<@${300_000 + mentioned}> ${content}` : content,
      added: microIso(time + DAY, rng),
      published: microIso(time, rng),
      edited,
      mentions,
      embeds: i % 17 === 3 ? [embed(generator.title(), content)] : [],
      attachments:
        i % 9 === 4
          ? [photo(rng.pick(library.pictures[server.theme]), `photo-${i}`)]
          : i % 60 === 31
            ? [{ name: "parts.zip", path: rng.pick(library.zips).path }]
            : [],
    });
    if (edited === null) continue;
    for (let r = 0; r < 1 + (i % 2); r++)
      writer.write("discord_message_revisions", {
        id: ++revision,
        message: id,
        content: content.slice(0, Math.ceil(content.length * (0.5 + r * 0.25))),
        edited: microIso(time + (r + 1) * 30_000, rng),
      });
  }
  return revision;
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

function photo({ path }: StoredFile, label: string): FileRef {
  return { name: `${label}${extensionOf(path)}`, path };
}

function author(name: string, index: number): Record<string, unknown> {
  return {
    id: String(300_000 + index),
    username: name.toLowerCase().replace(/[^a-z0-9_]+/g, "") || `user${index}`,
    global_name: name,
    // The service's own image name: null without an image, prefix a_ if animated.
    avatar: index % 3 === 2 ? null : `${index % 5 === 0 ? "a_" : ""}${md5(name)}`,
    discriminator: "0",
    public_flags: 0,
  };
}

function embed(title: string, description: string): Record<string, unknown> {
  return {
    type: "rich",
    title,
    description,
    url: "https://example.com/notes",
    color: 10_894_134,
    author: { name: "Workshop notes" },
    provider: { name: "Example" },
    fields: [{ name: "Scale", value: "1:20", inline: true }],
    footer: { text: "Bring your own kettle" },
  };
}

/** Two channels for the first patreon creators, with replies and deleted messages. */
export function writeCommunities(studio: Studio, people: readonly Person[]): void {
  const hosts = people.filter(({ service }) => service === "patreon").slice(0, 3);
  for (const [h, host] of hosts.entries())
    for (let c = 0; c < (h === 1 ? 1 : 2); c++) {
      const channel = `${host.id}-c${c + 1}`;
      const at = SAMPLE_END - 300 * DAY;
      studio.writer.write("community_channels", {
        channel_id: channel,
        service: "patreon",
        creator_id: host.id,
        campaign_id: String(880_000 + h),
        channel_type_name: "chat",
        name: c === 0 ? "General" : "Works in progress",
        community_guidelines: c === 0 ? "Be kind. Ask before you quote." : null,
        emoji: c === 0 ? "💬" : "🛠️",
        added_at: microIso(at, studio.rng),
        messages_refreshed_at: microIso(SAMPLE_END - DAY, studio.rng),
        messages_full_refreshed_at: microIso(SAMPLE_END - 20 * DAY, studio.rng),
      });
      writeCommunityMessages(studio, host, channel, c === 0 && h === 0 ? 170 : 24);
    }
}

function writeCommunityMessages(
  { rng, writer, library }: Studio,
  host: Person,
  channel: string,
  count: number,
): void {
  const theme = THEMES[host.theme];
  const voice = VOICES[theme.language];
  let time = SAMPLE_END - 290 * DAY;
  const message = (id: string, parent: string | null, who: number, text: string, deleted = false) => {
    const created = microIso(time, rng);
    const name = who < 0 ? host.name : voice.commenters[who]!;
    const role = who < 0 ? "creator" : who === 1 ? "admin" : who === 2 ? "platform_admin" : "member";
    writer.write("community_messages", {
      message_id: id,
      channel_id: channel,
      parent_id: parent,
      user_id: who < 0 ? host.id : String(510_000 + who * 37),
      created_at: created,
      deleted_at: deleted ? microIso(time + 3_600_000, rng) : null,
      attachments: rng.chance(0.06) ? [photo(rng.pick(library.pictures[host.theme]), "photo")] : [],
      embeds: rng.chance(0.04)
        ? [
            {
              type: "link",
              title: "Notes",
              text: "From the desk",
              title_link: "https://example.org/notes",
              image_url: null,
              thumb_url: null,
              asset_url: null,
            },
          ]
        : [],
      original_json: {
        text: deleted ? "" : text,
        created_at: created,
        user: { name, role, avatar_url: null },
      },
    });
  };
  for (let i = 0; i < count; i++) {
    time += rng.int(1, 30) * 3_600_000;
    const id = `${channel}-m${String(i + 1).padStart(5, "0")}`;
    const text = rng.chance(0.5) ? new TextGenerator(theme, rng).sentences(1)[0]! : rng.pick(voice.comments);
    message(id, null, rng.chance(0.2) ? -1 : rng.int(0, voice.commenters.length - 1), text, i % 19 === 7);
    if (rng.chance(0.25))
      for (let r = 0; r < rng.int(1, 3); r++)
        message(`${id}r${r + 1}`, id, r % 2 === 0 ? -1 : 0, rng.pick(voice.replies));
  }
}
