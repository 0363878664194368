import { expect, test } from "vitest";
import type { DiscordMessage } from "#shared/entities/discord.ts";
import { splitMarks } from "#shared/rules/chat-marks.ts";
import { namesOn } from "./authors.ts";
import { type Channel, groupChannels, listChannels, readable } from "./channels.ts";
import type { ChatMessage } from "./chat.ts";
import { colorOf, fitted, readEmbed, storedFile } from "./embeds.ts";
import { groupDays, groupMessages } from "./grouping.ts";
import { lastOffset, offsetOf, offsetOfNumber, rangeOf, stepsFrom } from "./paging.ts";

const message = (author: string, published: string, replies: ChatMessage[] = []): ChatMessage => ({
  id: `${author}${published}`,
  author: { id: author, name: author },
  published,
  source: undefined,
  replies,
});

test("messages of one author less than 450,000 ms apart are one group", () => {
  const groups = groupMessages([
    message("A", "2024-01-01T00:00:00"),
    message("A", "2024-01-01T00:07:29.999000"),
    message("A", "2024-01-01T00:14:59.999000"), // exactly the gap
    message("B", "2024-01-01T00:15:00"),
    message("A", "2024-01-01T00:15:01"),
  ]);
  expect(groups.map((group) => group.length)).toEqual([2, 1, 1, 1]);
});

test("a reply ends its group; groups are listed by day", () => {
  const groups = groupMessages([
    message("A", "2024-01-01T23:59:00", [message("B", "2024-01-02T00:00:00")]),
    message("A", "2024-01-01T23:59:30"),
    message("A", "2024-01-02T00:01:00"),
    message("B", "2024-01-02T00:02:00"),
  ]);
  expect(groups.map((group) => group.length)).toEqual([1, 2, 1]);
  expect(groupDays(groups).map(({ day, groups: those }) => [day, those.length])).toEqual([
    ["2024-01-01", 2],
    ["2024-01-02", 1],
  ]);
});

test("pages are counted from either end", () => {
  expect(lastOffset(301, "newest")).toBe(0);
  expect(stepsFrom(0, 301, "newest")).toEqual({ older: 150, newer: undefined });
  expect(stepsFrom(300, 301, "newest")).toEqual({ older: undefined, newer: 150 });
  expect([
    rangeOf(150, 150, 301, "oldest"),
    rangeOf(0, 150, 301, "newest"),
    rangeOf(300, 1, 301, "newest"),
  ]).toEqual([
    [151, 300],
    [152, 301],
    [1, 1],
  ]);
  expect([1, 151, 301].map((number) => offsetOfNumber(number, 301, "oldest"))).toEqual([0, 150, 300]);
  expect([1, 151, 152, 301].map((number) => offsetOfNumber(number, 301, "newest"))).toEqual([300, 150, 0, 0]);
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
  const message = {
    author: { id: "A", username: "a", global_name: "A" },
    mentions: [{ id: "9", username: "nine" }, {}],
  } as unknown as DiscordMessage;
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

test("channels by name or size stand in one list, those of a filter alone", () => {
  const named = (name: string, post_count: number, parent: string | null = null, type = 0) =>
    ({ id: name, name, type, parent_channel_id: parent, post_count }) as Channel;
  const channels = [
    named("Zeta 10", 5),
    named("head", 0, null, 4),
    named("zeta 9", 9, "head"),
    named("Äther", 5),
  ];
  const shown = (order: "given" | "name" | "messages", filter = "") =>
    listChannels(channels, { order, filter }).map(({ channels: those }) => those.map(({ id }) => id));
  expect(shown("given")).toEqual([["Zeta 10", "Äther"], ["zeta 9"]]);
  expect(shown("name")).toEqual([["Äther", "zeta 9", "Zeta 10"]]);
  expect(shown("messages")).toEqual([["zeta 9", "Äther", "Zeta 10"]]);
  expect(shown("given", "ZETA")).toEqual([["Zeta 10"], ["zeta 9"]]);
  expect(shown("name", "none")).toEqual([]);
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
