import { describe, expect, it } from "vitest";
import { readFiles } from "#tests/support/read-downloads.ts";
import { discordChatExporter } from "./discord-chat-exporter.ts";

const FILE = "Harbour - Text - tides [850].html";
/** 2024-05-01T12:03:00.500Z and a minute later. */
const [ONE, TWO, THREE] = ["1235199796969472000", "1235200048627712000", "1235200300285952000"];

const preamble = (
  icon: string,
) => `<!DOCTYPE html><html><head><style>.preamble__guild-icon { width: 1px }</style></head><body>
<div class="preamble"><div class="preamble__guild-icon-container"><img class="preamble__guild-icon" src="${icon}" alt="Guild icon"></div>
<div class="preamble__entries-container"><div class="preamble__entry">Harbour</div><div class="preamble__entry">Text / tides</div>
<div class="preamble__entry preamble__entry--small">Low &amp; high</div></div></div>
<div class="chatlog">`;
const POSTAMBLE = `</div><div class="postamble"><div class="postamble__entry">Exported 3 message(s)</div></div></body></html>`;
const ICON = "https://cdn.discordapp.com/icons/849/abc.png?size=512";

const author = (name: string, id: string, title: string) =>
  `<span class="chatlog__author" title="${title}" data-user-id="${id}">${name}</span>`;
const text = (html: string) =>
  `<div class="chatlog__content chatlog__markdown"><span class="chatlog__markdown-preserve"><!--wmm:ignore-->${html}<!--/wmm:ignore--></span></div>`;
const message = (id: string, html: string, classes = "") =>
  `<div id="chatlog__message-container-${id}" class="chatlog__message-container ${classes}" data-message-id="${id}"><div class="chatlog__message">${html}</div></div>`;

const GROUP = `<div class="chatlog__message-group">${message(
  ONE,
  `<img class="chatlog__avatar" src="tides_Files/ann.png" alt="Avatar"><div class="chatlog__reply"><span class="chatlog__reply-link" onclick="scrollToMessage(event, '851')">Old</span></div>
   <div class="chatlog__header">${author("Ann", "9", "ann#1234")}<span class="chatlog__timestamp"><a>01-May-24 02:03 PM</a></span></div>
   ${text('Low <strong>tide</strong> &lt;3\nat <a href="https://example.org/">the <em>pier</em></a> <img class="chatlog__emoji" alt="🌊" title="ocean" src="tides_Files/ocean.svg"><img class="chatlog__emoji" alt="gull" title="gull" src="y.png">')}
   <div class="chatlog__attachment"><a href="tides_Files/map-0123456789ABCDEF.png"><img class="chatlog__attachment-media" src="tides_Files/map-0123456789ABCDEF.png" title="Image: map (1).png (9 bytes)"></a></div>
   <div class="chatlog__attachment"><div class="chatlog__attachment-generic"><div class="chatlog__attachment-generic-name"><a href="https://cdn.discordapp.com/attachments/850/1/brush%20set.zip"> brush set.zip </a></div></div></div>`,
)}${message(TWO, text("And fog"), "chatlog__message-container--pinned")}</div>`;
const NOTICE = `<div class="chatlog__message-group">${message(
  THREE,
  `<span class="chatlog__system-notification-author" title="bo" data-user-id="10">Bo</span><span> </span>
   <span class="chatlog__system-notification-content"><span>joined the server.</span></span>`,
)}</div>`;

const messagesOf = (records: Record<string, unknown>[] = []) =>
  records.filter(({ entity }) => entity === "discord_messages");

describe("DiscordChatExporter, HTML", () => {
  it("gives channel, messages with dates from their ids, texts as in JSON, files and replies", async () => {
    const read = await readFiles(discordChatExporter, {
      [FILE]: preamble(ICON) + GROUP + NOTICE + POSTAMBLE,
      "tides_Files/map-0123456789ABCDEF.png": "map bytes",
      "tides_Files/ann.png": "avatar",
      "tides_Files/ocean.svg": "emoji",
    });
    expect(read?.used).toEqual([FILE, "tides_Files/ann.png", "tides_Files/ocean.svg"]);
    const ann = { id: "9", username: "ann", global_name: "Ann", discriminator: "1234" };
    const said = { server: "849", channel: "850" };
    expect(read?.records).toMatchObject([
      { entity: "creators", service: "discord", id: "849", name: "Harbour" },
      { entity: "discord_channels", id: "850", server_id: "849", name: "tides", topic: "Low & high" },
      {
        ...{
          entity: "discord_messages",
          id: ONE,
          ...said,
          author: ann,
          published: "2024-05-01T12:03:00.500000",
        },
        content: "Low tide <3\nat the pier 🌊:gull:",
        attachments: [{ name: "map (1).png", path: "tides_Files/map-0123456789ABCDEF.png" }],
        embeds: [
          { type: "reply", url: "https://discord.com/channels/849/850/851" },
          { title: "brush set.zip (not downloaded)" },
        ],
      },
      { id: TWO, content: "And fog", author: ann, embeds: [{ type: "pinned" }] },
      { id: THREE, content: "joined the server.", author: { id: "10", username: "bo" } },
    ]);
    expect(read?.faults).toEqual([
      [FILE, expect.stringContaining("names 1 attachment that was not downloaded: brush set.zip")],
    ]);
  });

  it("a JSON export of the same channel gives the server's id, and the same text makes no revision", async () => {
    const json = {
      guild: { id: "849", name: "Harbour" },
      channel: { id: "850", type: "GuildTextChat", name: "tides" },
      exportedAt: "2024-06-01T00:00:00+00:00",
      messages: [
        {
          ...{
            id: TWO,
            timestamp: "2024-05-01T12:04:00.5+00:00",
            content: "And fog",
            author: { id: "9", name: "ann" },
          },
        },
      ],
    };
    const read = await readFiles(discordChatExporter, {
      [FILE]: preamble("Harbour_Files/icon.png") + GROUP + POSTAMBLE,
      "Harbour - Text - tides [850] (after 2024-05-01).json": json,
    });
    expect(messagesOf(read?.records)).toMatchObject([
      { id: ONE, server: "849" },
      { id: TWO, content: "And fog", published: "2024-05-01T12:04:00.500000" },
    ]);
  });

  it("a page that names no server asks for it, and a cut one gives the messages before the cut", async () => {
    const unnamed = await readFiles(discordChatExporter, {
      [FILE]: preamble("icon.png") + GROUP + POSTAMBLE,
    });
    expect([unnamed?.records, unnamed?.faults]).toEqual([
      [],
      [[FILE, expect.stringContaining("--creator discord/12345=Harbour")]],
    ]);
    const cut = await readFiles(discordChatExporter, {
      [FILE]: (preamble(ICON) + GROUP + NOTICE).slice(0, -40),
    });
    expect(messagesOf(cut?.records)).toMatchObject([{ id: ONE }, { id: TWO }]);
    expect(cut?.faults).toContainEqual([
      FILE,
      expect.stringMatching(/^ends before its end.*; 2 messages before that were read$/),
    ]);
  });

  it("pages of 2020 name the author once for a group, and texts have no element of their own", async () => {
    const group = `<div class="chatlog__message-group"><div class="chatlog__author-avatar-container"></div><div class="chatlog__messages">
      <span class="chatlog__author-name" title="ann#0001" data-user-id="9">Ann</span><span class="chatlog__timestamp">01-May-20</span>
      <div class="chatlog__message" data-message-id="${ONE}" id="message-${ONE}"><div class="chatlog__content">
        <div class="markdown">Low tide</div> <span class="chatlog__edited-timestamp" title="02-May-20">(edited)</span></div></div>
      <div class="chatlog__message" data-message-id="${TWO}" id="message-${TWO}"><div class="chatlog__attachment">
        <a href="f/map.png"><img class="chatlog__attachment-thumbnail" src="f/map.png"></a></div></div></div></div>`;
    const read = await readFiles(discordChatExporter, {
      [FILE]: preamble(ICON) + group + POSTAMBLE,
      "f/map.png": "map",
    });
    expect(messagesOf(read?.records)).toMatchObject([
      { id: ONE, content: "Low tide", author: { id: "9", discriminator: "0001" } },
      { id: TWO, content: "", author: { id: "9" }, attachments: [{ name: "map.png", path: "f/map.png" }] },
    ]);
  });
});
