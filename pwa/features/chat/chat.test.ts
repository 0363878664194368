import { expect, test } from "vitest";
import type { DiscordMessage } from "#shared/entities/discord.ts";
import { namesOn } from "./authors.ts";
import { type Channel, groupChannels, readable } from "./channels.ts";
import { colorOf, fitted, readEmbed, storedFile } from "./embeds.ts";
import { groupMessages } from "./grouping.ts";
import { lastOffset, offsetOf, stepsFrom } from "./paging.ts";
import { splitMarks } from "./text.ts";

function said(author: string, published: string): DiscordMessage {
  const base = { server: "1", channel: "2", content: "", added: published, edited: null, seq: 1 };
  return {
    ...base,
    id: `${author}${published}`,
    author: { id: author, username: author.toLowerCase(), global_name: author },
    published,
    embeds: [],
    mentions: [],
    attachments: [],
    revisions: [],
  };
}

test("messages of one author less than 450,000 ms apart are one group", () => {
  const groups = groupMessages([
    said("A", "2024-01-01T00:00:00"),
    said("A", "2024-01-01T00:07:29.999000"),
    said("A", "2024-01-01T00:14:59.999000"), // exactly the gap
    said("B", "2024-01-01T00:15:00"),
    said("A", "2024-01-01T00:15:01"),
  ]);
  expect(groups.map((group) => group.length)).toEqual([2, 1, 1, 1]);
});

test.each([
  [0, 0, { older: undefined, newer: undefined }],
  [150, 0, { older: undefined, newer: undefined }],
  [151, 150, { older: 0, newer: undefined }],
  [300, 150, { older: 0, newer: undefined }],
  [301, 300, { older: 150, newer: undefined }],
])("a channel of %i messages opens at %i", (count, offset, steps) => {
  expect(lastOffset(count)).toBe(offset);
  expect(stepsFrom(offset, count)).toEqual(steps);
});

test("a message is on the page that holds its place", () => {
  expect([1, 150, 151, 300, 301].map(offsetOf)).toEqual([0, 0, 150, 150, 300]);
  expect(stepsFrom(0, 190)).toEqual({ older: undefined, newer: 150 });
});

test("markup is distinguished from text", () => {
  expect(
    splitMarks("Hi <@12> and <@!13>, see <#4> <@&5> <:kettle:6> <a:spin:7> at <t:1700000000:R>. <b> <@x>"),
  ).toEqual([
    { kind: "text", text: "Hi " },
    { kind: "user", id: "12" },
    { kind: "text", text: " and " },
    { kind: "user", id: "13" },
    { kind: "text", text: ", see " },
    { kind: "channel", id: "4" },
    { kind: "text", text: " " },
    { kind: "role", id: "5" },
    { kind: "text", text: " " },
    { kind: "emoji", name: "kettle" },
    { kind: "text", text: " " },
    { kind: "emoji", name: "spin" },
    { kind: "text", text: " at " },
    { kind: "time", seconds: 1_700_000_000 },
    { kind: "text", text: ". <b> <@x>" },
  ]);
});

test("names come from writers and from mentions", () => {
  const message = { ...said("A", "2024-01-01T00:00:00"), mentions: [{ id: "9", username: "nine" }, {}] };
  expect([...namesOn([message])]).toEqual([
    ["A", "A"],
    ["9", "nine"],
  ]);
});

test("channels stand under their headings, those without one first", () => {
  const channel = (id: string, type: number, parent: string | null) =>
    ({ id, type, parent_channel_id: parent }) as Channel;
  const channels = [
    channel("h", 4, null),
    channel("a", 0, "h"),
    channel("b", 0, null),
    channel("c", 0, "gone"),
  ];
  expect(
    groupChannels(channels).map(({ heading, channels }) => [heading?.id, channels.map(({ id }) => id)]),
  ).toEqual([
    [undefined, ["b", "c"]],
    ["h", ["a"]],
  ]);
  expect(readable([channel("h", 4, null)])).toEqual([]);
});

test("an embed keeps what can be shown and drops the rest", () => {
  expect(
    readEmbed({ title: " T ", color: 10_894_134, fields: [{ name: "n", value: 3 }, 4, {}], footer: "x" }),
  ).toMatchObject({
    title: "T",
    color: 10_894_134,
    fields: [{ name: "n", value: undefined }],
    footer: undefined,
  });
  expect(readEmbed({ type: "rich", color: 1 })).toBeUndefined();
  expect(readEmbed("text")).toBeUndefined();
  expect(readEmbed({ author: {} })).toBeUndefined();
  expect(colorOf(255)).toBe("#0000ff");
});

test("media fit into 400x300 and are never enlarged", () => {
  expect(fitted({ width: 800, height: 300 })).toEqual({ width: 400, height: 150 });
  expect(fitted({ width: 300, height: 600 })).toEqual({ width: 150, height: 300 });
  expect(fitted({ width: 20, height: 10 })).toEqual({ width: 20, height: 10 });
  expect(fitted({})).toEqual({ width: 400, height: 300 });
  const path = `/ab/cd/abcd${"0".repeat(60)}.png`;
  expect(storedFile(`/data${path}`)).toEqual({ name: "", path });
  expect(storedFile("https://example.com/a.png")).toBeUndefined();
});
