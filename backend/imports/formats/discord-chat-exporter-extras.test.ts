/** Messages of DiscordChatExporter whose content is not text: stickers, buttons, reactions, forwards and the like. */
import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { discordChatExporter } from "./discord-chat-exporter.ts";

const ANN = { id: "9", name: "ann", discriminator: "0000", nickname: "Ann", isBot: false };
const message = (id: string, more: object = {}) => ({
  id,
  type: "Default",
  timestamp: "2024-05-01T10:00:00+00:00",
  isPinned: false,
  content: "",
  author: ANN,
  attachments: [],
  embeds: [],
  stickers: [],
  reactions: [],
  mentions: [],
  inlineEmojis: [],
  ...more,
});
const read = async (messages: object[], files: Record<string, string> = {}) => {
  const { found, ...rest } = await readPlainSample(discordChatExporter, {
    "x.json": JSON.stringify({
      guild: { id: "96", name: "Heron Pier" },
      channel: { id: "960", type: "GuildTextChat", name: "tides" },
      exportedAt: "2024-05-03T10:00:00+00:00",
      messages,
      messageCount: messages.length,
    }),
    ...files,
  });
  const all = found as { entity: string; fields: Record<string, unknown> }[];
  return {
    ...rest,
    messages: all.filter(({ entity }) => entity === "discord_messages").map(({ fields }) => fields),
  };
};

test("stickers have their name, and their picture where it is on disk", async () => {
  const { messages, reports, unused } = await read(
    [
      message("1", {
        stickers: [{ id: "5", name: "Waving Heron", format: "Png", sourceUrl: "x.json_Files/5-B.png" }],
      }),
      message("2", {
        stickers: [
          { id: "6", name: "Sleeping Heron", format: "Png", sourceUrl: "https://cdn.example/6.png" },
        ],
      }),
      message("3", { stickers: [{ id: "7", name: "Lost", sourceUrl: "x.json_Files/7-C.png" }] }),
    ],
    { "x.json_Files/5-B.png": "picture" },
  );
  expect(messages).toMatchObject([
    {
      embeds: [{ type: "sticker", title: "Sticker: Waving Heron" }],
      attachments: ["x.json_Files/5-B.png as Waving Heron.png"],
    },
    {
      embeds: [
        {
          type: "sticker",
          title: "Sticker: Sleeping Heron",
          thumbnail: { url: "https://cdn.example/6.png" },
        },
      ],
    },
    { embeds: [{ type: "sticker", title: "Sticker: Lost" }] },
  ]);
  expect(messages[1]).not.toHaveProperty("attachments");
  expect(reports).toEqual(["x.json: names x.json_Files/7-C.png, which is not there"]);
  expect(unused).toEqual([]);
});

test("buttons, reactions, polls, commands, pins and calls are shown in words", async () => {
  const button = (label: string | null, url: string | null, emoji?: object) => ({
    type: "Button",
    style: "Link",
    label,
    url,
    ...(emoji && { emoji }),
  });
  const users = [{ ...ANN, id: "10" }];
  const { messages, reports } = await read([
    message("1", {
      components: [
        {
          type: "ActionRow",
          components: [
            button("Map", "https://example.org/map"),
            button(null, null, { id: "", name: "🦩", code: "flamingo" }),
          ],
        },
      ],
    }),
    message("2", {
      isPinned: true,
      reactions: [
        { emoji: { id: "", name: "👍", code: "thumbsup" }, count: 3, users },
        { emoji: { id: "77", name: "heron", code: "heron" }, count: 1, users: [] },
      ],
    }),
    message("3", {
      poll: {
        question: { text: "Which tide?" },
        answers: [
          { answer_id: 1, poll_media: { text: "Low" } },
          { answer_id: 2, poll_media: { text: "High" } },
        ],
        results: { answer_counts: [{ id: 2, count: 4 }] },
      },
    }),
    message("4", { interaction: { id: "1", name: "roll", user: ANN } }),
    message("5", { type: "Call", callEndedTimestamp: "2024-05-01T11:00:00+00:00" }),
  ]);
  expect(messages.map(({ embeds }) => embeds)).toEqual([
    [{ type: "buttons", title: "Buttons", description: "Map: https://example.org/map\n🦩" }],
    [
      { type: "pinned", title: "Pinned message" },
      { type: "reactions", footer: { text: "Reactions: 👍 3, :heron: 1" } },
    ],
    [{ type: "poll", title: "Poll: Which tide?", description: "Low: 0\nHigh: 4" }],
    [{ type: "command", title: "Ann used /roll" }],
    [{ type: "call", title: "Call ended", timestamp: "2024-05-01T11:00:00+00:00" }],
  ]);
  expect(reports).toEqual([]);
});

test("a forward is named as one, with its text, stickers and the address it came from", async () => {
  const forwardedMessage = {
    timestamp: "2024-04-01T00:00:00+00:00",
    content: "Storm",
    attachments: [],
    embeds: [],
    stickers: [{ id: "5", name: "Heron", sourceUrl: "https://cdn.example/5.png" }],
  };
  const reference = { type: "Forward", messageId: "8", channelId: "961", guildId: "96" };
  const { messages } = await read([
    message("1", { forwardedMessage, reference }),
    message("2", { content: "Look!", forwardedMessage }),
  ]);
  const sticker = {
    type: "sticker",
    title: "Sticker: Heron",
    thumbnail: { url: "https://cdn.example/5.png" },
  };
  const forward = { type: "forward", title: "Forwarded message", timestamp: "2024-04-01T00:00:00+00:00" };
  expect(messages).toMatchObject([
    { content: "Storm", embeds: [{ ...forward, url: "https://discord.com/channels/96/961/8" }, sticker] },
    { content: "Look!", embeds: [{ ...forward, description: "Storm" }, sticker] },
  ]);
});

test("attachments that were not downloaded are named with their address, and reported; all pictures of an embed are kept", async () => {
  const image = (n: number) => ({ url: `https://cdn.example/${n}.png`, width: 4, height: 3 });
  const { messages, reports } = await read([
    message("1", {
      attachments: [{ id: "1", url: "https://cdn.example/gone.png", fileName: "gone.png", fileSizeBytes: 3 }],
      embeds: [{ title: "Two", image: image(1), images: [image(1), image(2)] }],
    }),
  ]);
  expect(messages[0]?.["embeds"]).toEqual([
    { type: "file", title: "gone.png (not downloaded)", url: "https://cdn.example/gone.png" },
    { type: "rich", title: "Two", image: image(1) },
    { type: "image", image: image(2) },
  ]);
  expect(reports).toEqual([
    "x.json: names 1 attachment that was not downloaded: gone.png; the address is kept",
  ]);
});

test("other contents of a message are reported by name", async () => {
  const { messages, reports } = await read([
    message("1", { content: "Hi", soundboard: { name: "honk" }, nothing: null, none: [] }),
    message("2", { components: [{ type: "StringSelect", placeholder: "Pick one" }] }),
  ]);
  expect(messages).toHaveLength(2);
  expect(reports).toEqual([
    "x.json: message 1 has soundboard, which the archive cannot show",
    "x.json: message 2 has a StringSelect, which the archive cannot show",
  ]);
});
