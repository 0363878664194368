import { describe, expect, it } from "vitest";
import { readFiles, withFiles } from "#tests/support/read-downloads.ts";
import { discordChatExporter } from "./discord-chat-exporter.ts";
import { Downloads } from "./lib/folder.ts";
import type { Folder } from "./lib/format.ts";

const ANN = {
  id: "9",
  name: "ann",
  discriminator: "0000",
  nickname: "Ann",
  isBot: false,
  avatarUrl: "https://cdn/a.png",
};
const GUILD = { id: "849", name: "Harbour", iconUrl: "https://cdn/icon.png" };
const TIDES = {
  id: "850",
  type: "GuildTextChat",
  categoryId: "840",
  category: "Text",
  name: "tides",
  topic: null,
};
const FILE = "Harbour - Text - tides [850].json";

const message = (id: string, content: string, more: object = {}) => ({
  id,
  type: "Default",
  timestamp: "2024-05-01T14:03:00.5+02:00",
  timestampEdited: null,
  isPinned: false,
  content,
  author: ANN,
  attachments: [],
  embeds: [],
  stickers: [],
  reactions: [],
  mentions: [],
  inlineEmojis: [],
  ...more,
});
const exported = (messages: object[], more: object = {}) => ({
  guild: GUILD,
  channel: TIDES,
  dateRange: { after: null, before: null },
  exportedAt: "2024-05-02T10:00:00+02:00",
  messages,
  messageCount: messages.length,
  ...more,
});

const SERVER = { entity: "creators", service: "discord", id: "849", name: "Harbour" };
const CATEGORY = { entity: "discord_channels", id: "840", server_id: "849", name: "Text", type: 4 };
const CHANNEL = {
  entity: "discord_channels",
  id: "850",
  server_id: "849",
  name: "tides",
  parent_channel_id: "840",
  type: 0,
};
const AUTHOR = {
  id: "9",
  username: "ann",
  global_name: "Ann",
  avatar: null,
  discriminator: "0",
  public_flags: 0,
};
const record = (id: string, content: string) => ({
  entity: "discord_messages",
  id,
  server: "849",
  channel: "850",
  author: AUTHOR,
  content,
  added: "2024-05-02T08:00:00",
  published: "2024-05-01T12:03:00.500000",
});
const attachment = (id: string, url: string, fileName: string, fileSizeBytes = 3) => ({
  id,
  url,
  fileName,
  fileSizeBytes,
});

describe("DiscordChatExporter", () => {
  it("gives the server, its category, the channel and every message", async () => {
    const read = await readFiles(discordChatExporter, {
      [FILE]: exported([
        message("851", "Low tide"),
        message("852", "High tide", { timestampEdited: "2024-05-01T12:05:00+00:00" }),
      ]),
      "notes.txt": "mine",
    });
    expect(read).toEqual({
      scope: "folder",
      records: [
        SERVER,
        CATEGORY,
        CHANNEL,
        record("851", "Low tide"),
        { ...record("852", "High tide"), edited: "2024-05-01T12:05:00" },
      ],
      faults: [],
      used: [FILE],
      from: [FILE],
    });
  });

  it("has attachments by their true names, and accounts for pictures that records cannot hold", async () => {
    const media = `${FILE}_Files`;
    const read = await readFiles(discordChatExporter, {
      [FILE]: exported(
        [
          message("851", "Map", {
            author: { ...ANN, avatarUrl: `${media}/ann-0123456789abcdef.png` },
            attachments: [
              attachment("1", `${media}\\map-0123456789abcdef.png`, "map.png"),
              attachment("2", "https://cdn/failed.png", "failed.png"),
              attachment("3", `${media}/lost-0123456789abcdef.png`, "lost.png"),
              attachment("4", "/elsewhere/media/tide-0123456789abcdef.png", "tide.png"),
            ],
          }),
        ],
        { guild: { ...GUILD, iconUrl: `${media}/icon-0123456789abcdef.png` } },
      ),
      [`${media}/map-0123456789abcdef.png`]: "map",
      [`${media}/ann-0123456789abcdef.png`]: "ann",
      [`${media}/icon-0123456789abcdef.png`]: "icon",
      "media/tide-0123456789abcdef.png": "tid",
    });
    expect(read?.records[0]).toEqual({
      ...SERVER,
      icon: { name: "icon", path: `${media}/icon-0123456789abcdef.png` },
    });
    expect(read?.records[3]).toMatchObject({
      attachments: [
        { name: "map.png", path: `${media}/map-0123456789abcdef.png`, size: 3 },
        { name: "tide.png", path: "media/tide-0123456789abcdef.png", size: 3 },
      ],
    });
    expect(read?.faults).toEqual([
      [FILE, `names ${media}/lost-0123456789abcdef.png, which is not there`],
      [FILE, "names 1 attachment that was not downloaded: failed.png; the address is kept"],
    ]);
    expect(read?.used).toEqual([FILE, `${media}/ann-0123456789abcdef.png`].sort());
  });

  it("writes embeds, mentions and replies as the service does", async () => {
    const embed = {
      title: "Tide table",
      url: "https://example.com/tides",
      timestamp: "2024-05-01T00:00:00+00:00",
      description: "High at noon.",
      color: "#A63B36",
      author: { name: "Office", url: null },
      thumbnail: { url: "x_Files/t.png", canonicalUrl: "https://example.com/t.png", width: 8, height: 6 },
      footer: { text: "Foot" },
      images: [],
      fields: [{ name: "Low", value: "18:10", isInline: true }],
      inlineEmojis: [],
    };
    const bob = { id: "10", name: "bob", discriminator: "1234", nickname: "Bob", isBot: true };
    const reference = { messageId: "800", channelId: "850", guildId: "849" };
    const read = await readFiles(discordChatExporter, {
      [FILE]: exported([message("851", "@Bob yes", { embeds: [embed], mentions: [bob], reference })]),
    });
    expect(read?.records[3]).toEqual({
      ...record("851", "@Bob yes"),
      mentions: [
        {
          id: "10",
          username: "bob",
          global_name: "Bob",
          avatar: null,
          discriminator: "1234",
          public_flags: 0,
          bot: true,
        },
      ],
      embeds: [
        { type: "reply", title: "Reply", url: "https://discord.com/channels/849/850/800" },
        {
          type: "rich",
          title: "Tide table",
          url: "https://example.com/tides",
          timestamp: "2024-05-01T00:00:00+00:00",
          description: "High at noon.",
          color: 0xa63b36,
          author: { name: "Office" },
          thumbnail: { url: "https://example.com/t.png", width: 8, height: 6 },
          footer: { text: "Foot" },
          fields: [{ name: "Low", value: "18:10", inline: true }],
        },
      ],
    });
  });

  it("reads a forwarded message from where its text is", async () => {
    const forwardedMessage = {
      timestamp: "2024-04-01T00:00:00Z",
      content: "Storm",
      attachments: [],
      embeds: [],
      stickers: [],
    };
    const read = await readFiles(discordChatExporter, {
      [FILE]: exported([message("851", "", { forwardedMessage })]),
    });
    const embeds = [{ type: "forward", title: "Forwarded message", timestamp: "2024-04-01T00:00:00Z" }];
    expect(read?.records[3]).toEqual({ ...record("851", "Storm"), embeds });
  });

  it("joins parts and reruns that overlap: the newest text comes last, what was deleted stays", async () => {
    const newer = { exportedAt: "2024-06-02T10:00:00+02:00" };
    const edit = { timestampEdited: "2024-05-20T00:00:00+00:00" };
    const read = await readFiles(discordChatExporter, {
      "old [850] [part 1].json": exported([
        message("851", "Low"),
        message("852", "Hihg tide"),
        message("853", "deleted later"),
      ]),
      "old [850] [part 2].json": exported([message("1000", "Boats")]),
      "new [850].json": exported(
        [message("851", "Low"), message("852", "High tide", edit), message("1001", "Gulls")],
        newer,
      ),
    });
    const added = "2024-06-02T08:00:00";
    expect(read?.records.slice(3)).toEqual([
      { ...record("851", "Low"), added },
      record("852", "Hihg tide"),
      { ...record("852", "High tide"), added, edited: "2024-05-20T00:00:00" },
      record("853", "deleted later"),
      record("1000", "Boats"),
      { ...record("1001", "Gulls"), added },
    ]);
    expect(read?.faults).toEqual([]);
  });

  it("joins exports that begin with the newest message as well", async () => {
    const read = await readFiles(discordChatExporter, {
      "a.json": exported([message("1000", "c"), message("852", "b"), message("851", "a")]),
      "b.json": exported([message("1001", "d"), message("1000", "c")]),
    });
    expect(read?.records.slice(3)).toEqual([
      record("1001", "d"),
      record("1000", "c"),
      record("852", "b"),
      record("851", "a"),
    ]);
  });

  it("has threads after the channel that they belong to, which may not be exported itself", async () => {
    const thread = (id: string, categoryId: string, category: string) =>
      exported([], {
        channel: { id, type: "GuildPublicThread", categoryId, category, name: `thread ${id}`, topic: null },
      });
    const read = await readFiles(discordChatExporter, {
      "1.json": thread("860", "850", "tides"),
      "2.json": exported([], { channel: { ...TIDES, topic: "Heights" } }),
      "3.json": thread("870", "855", "elsewhere"),
    });
    expect(read?.records.filter(({ entity }) => entity === "discord_channels")).toEqual([
      CATEGORY,
      { ...CHANNEL, topic: "Heights" },
      {
        entity: "discord_channels",
        id: "860",
        server_id: "849",
        name: "thread 860",
        parent_channel_id: "850",
        type: 11,
      },
      { entity: "discord_channels", id: "855", server_id: "849", name: "elsewhere" },
      {
        entity: "discord_channels",
        id: "870",
        server_id: "849",
        name: "thread 870",
        parent_channel_id: "855",
        type: 11,
      },
    ]);
  });

  it("reads direct messages as channels of server 0", async () => {
    const read = await readFiles(discordChatExporter, {
      "ann.json": exported([message("851", "hi", { reference: { messageId: "8" } })], {
        guild: { id: "0", name: "Direct Messages" },
        channel: {
          id: "77",
          type: "DirectTextChat",
          categoryId: null,
          category: null,
          name: "Ann",
          topic: null,
        },
      }),
    });
    expect(read?.records).toMatchObject([
      { entity: "creators", id: "0", name: "Direct Messages" },
      { entity: "discord_channels", id: "77", server_id: "0", name: "Ann", type: 1 },
      {
        entity: "discord_messages",
        id: "851",
        server: "0",
        channel: "77",
        embeds: [{ url: "https://discord.com/channels/@me/77/8" }],
      },
    ]);
  });

  it("keeps the whole messages of an export that was aborted", async () => {
    const whole = JSON.stringify(
      exported([message("851", "Low tide"), message("852", "High tide")]),
      null,
      2,
    );
    const read = await readFiles(discordChatExporter, {
      [FILE]: whole.slice(0, whole.indexOf("High tide") + 4),
    });
    expect(read?.records.slice(3)).toEqual([record("851", "Low tide")]);
    expect(read?.faults).toEqual([
      [
        FILE,
        "ends before its end: the export was aborted, or the file is cut off; 1 messages before that were read",
      ],
    ]);
  });

  it("names a message or a byte that is not as expected, and goes on", async () => {
    const bad = [
      message("851", "a"),
      { ...message("852", "b"), author: null },
      message("853", "c", { timestamp: "soon" }),
      message("854", "d"),
    ];
    const read = await readFiles(discordChatExporter, {
      [FILE]: exported(bad),
      "broken.json": JSON.stringify(
        exported([message("900", "e")], { channel: { ...TIDES, id: "899" } }),
      ).replace(/\],"messageCount.*/, "!"),
    });
    expect(read?.records.filter(({ entity }) => entity === "discord_messages")).toMatchObject([
      { id: "851" },
      { id: "854" },
      { id: "900" },
    ]);
    expect(read?.faults).toMatchObject([
      [FILE, "message 2: author is not as expected"],
      [FILE, "message 853 has no date"],
      ["broken.json", expect.stringMatching(/^is not JSON: .*; 1 messages before that were read$/s)],
    ]);
  });

  it.each([
    ["Harbour - tides [850].csv", "AuthorID,Author,Date,Content,Attachments,Reactions\n"],
    [
      "Harbour - tides [850].txt",
      "==============================================================\nGuild: Harbour\n",
    ],
    ["Harbour - tides [850].html", "<!DOCTYPE html><style>.preamble__guild-icon {}</style>"],
  ])("refuses %s", async (name, content) => {
    const read = await readFiles(discordChatExporter, { [name]: content });
    expect(read).toMatchObject({
      records: [],
      used: [name],
      faults: [[name, expect.stringContaining("export it as JSON")]],
    });
  });

  it("does not recognize other files", async () => {
    const files = {
      "a.json": { messages: [message("1", "x")] },
      "b.json": "[1",
      "page [850].html": "<p>mine</p>",
    };
    expect(await readFiles(discordChatExporter, files)).toBeUndefined();
  });

  it("gives messages of a large export while it is read", async () => {
    const lines = Array.from({ length: 12_000 }, (_, at) => message(String(100_000 + at), "x".repeat(300)));
    await withFiles({ [FILE]: exported(lines) }, async (root) => {
      const folder = (await Downloads.open(root)).folder;
      let bytes = 0;
      const counting: Folder = {
        path: "",
        entries: () => folder.entries(),
        walk: () => folder.walk(),
        folder: (name) => folder.folder(name),
        find: (path) => folder.find(path),
        stat: (entry) => folder.stat(entry),
        text: (entry) => folder.text(entry),
        json: (entry) => folder.json(entry),
        async *bytes(entry) {
          for await (const chunk of folder.bytes(entry)) {
            bytes += chunk.length;
            yield chunk;
          }
        },
      };
      const recognized = await discordChatExporter.recognize(counting);
      let messages = 0;
      const most = { ahead: 0 };
      const nothing = () => undefined;
      bytes = 0;
      for await (const { entity } of recognized!.read({
        zone: "UTC",
        imported: folder,
        report: nothing,
        uses: nothing,
        creatorOf: nothing,
      })) {
        if (entity !== "discord_messages") continue;
        if (messages === 0) bytes = 0; // the head has already been read
        messages += 1;
        most.ahead = Math.max(most.ahead, bytes - messages * 500);
      }
      expect(messages).toBe(12_000);
      expect(bytes).toBeGreaterThan(5_000_000);
      expect(most.ahead).toBeLessThan(2_000_000);
    });
  });
});
