/** Chat servers: channels, messages, and links to messages. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { z } from "zod/mini";
import {
  findDiscordDay,
  findDiscordMessage,
  getDiscordServer,
  listDiscordMessages,
  searchDiscordMessages,
} from "#shared/contracts/discord.ts";
import { getFile, searchHash } from "#shared/contracts/files.ts";
import type { DiscordMessage, DiscordServer } from "#shared/entities/discord.ts";
import { archiveFile } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { DAY } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

type Message = z.input<typeof DiscordMessage>;

const SERVER = "/discord/server/900";
const LONG = `${SERVER}/901`;
/** One page of 150 and one of 140. */
const COUNT = 290;
const WIDTHS = [
  ["wide", { width: 1280, height: 800 }],
  ["narrow", { width: 390, height: 844 }],
] as const;
const heading = page.getByRole("heading", { level: 1 });
const channels = page.getByRole("navigation", { name: "Channels" });
const older = page.getByRole("button", { name: "Older" });
const newer = page.getByRole("button", { name: "Newer" });
const shown = () => document.querySelectorAll("main [id^=message-]").length;
const found = (id: string) => document.getElementById(`message-${id}`);
const inView = (id: string) => {
  const box = found(id)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
};

function channel(id: string, name: string, post_count: number): z.input<typeof DiscordServer>["channels"][0] {
  return {
    id,
    server_id: "900",
    name,
    parent_channel_id: null,
    topic: null,
    theme_color: null,
    is_nsfw: false,
    position: 1,
    icon_emoji: null,
    type: 0,
    post_count,
  };
}

const server = {
  id: "900",
  name: "Lantern House",
  indexed: DAY,
  updated: DAY,
  channels: [channel("901", "harbor", COUNT), channel("902", "kitchen", 1)],
};

/** Messages one minute apart; two authors alternate every ten messages. */
function message(seq: number, part: Partial<Message> = {}): Message {
  const published = new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString().slice(0, 19);
  const author = { id: String(Math.floor((seq - 1) / 10) % 2), username: "Ann" };
  return {
    id: `${1000 + seq}`,
    author,
    server: "900",
    channel: "901",
    content: `Message ${seq}`,
    added: DAY,
    published,
    edited: null,
    embeds: [],
    mentions: [],
    attachments: [],
    revisions: [],
    seq,
    ...part,
  };
}

const MESSAGES = Array.from({ length: COUNT }, (_, at) => message(at + 1));
const NEWEST = MESSAGES.at(-1)?.id ?? "";

async function answerServer(first: Message[] = MESSAGES.slice(0, 150)): Promise<void> {
  await api.answer(getDiscordServer, server);
  const params = { id: "901" };
  await api.answer(listDiscordMessages, [message(1, { channel: "902" })], { params: { id: "902" } });
  await api.answer(listDiscordMessages, MESSAGES.slice(150), { params, query: { o: "150" } });
  await api.answer(listDiscordMessages, first, { params, query: { o: "0" } });
}

test.each(WIDTHS)("a channel opens at its newest messages, without a footer: %s", async (width, viewport) => {
  const errors = vi.spyOn(console, "error");
  await answerServer();
  await renderScreen(SERVER, { viewport });
  await expect.element(heading).toHaveTextContent("Lantern House");
  await expect.element(page.getByRole("link", { name: "Linked accounts" })).toBeVisible();
  await channels.getByRole("link", { name: "harbor" }).click();
  await expect.poll(address).toBe(LONG);
  await expect.element(heading).toHaveTextContent("#harbor");
  await expect.poll(() => inView(NEWEST)).toBe(true);
  expect(document.querySelector("main ~ footer")?.checkVisibility() ?? false).toBe(false);
  const toTop = page.getByRole("button", { name: "Back to top" });
  scrollBy(0, -400);
  await expect.element(toTop).toBeVisible();
  scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(toTop).not.toBeInTheDocument();
  if (width === "narrow") await page.getByRole("button", { name: "Channels" }).click();
  await channels.getByRole("link", { name: "kitchen" }).click();
  await expect.element(heading).toHaveTextContent("#kitchen");
  expect(errors).not.toHaveBeenCalled();
});

test("Older and Newer step through the pages and are off at the ends", async () => {
  await answerServer();
  await renderScreen(LONG);
  await expect.element(newer).toBeDisabled();
  await older.click();
  await expect.poll(address).toBe(`${LONG}?o=0`);
  await expect.poll(shown).toBe(150);
  await expect.poll(() => inView(MESSAGES[149]?.id ?? "")).toBe(true);
  await expect.element(older).toBeDisabled();
  await newer.click();
  await expect.poll(address).toBe(LONG);
  await expect.element(newer).toBeDisabled();
  await expect.poll(shown).toBe(140);
});

test("messages of one author stand together while the pauses are short", async () => {
  const late = message(15, { published: "2026-01-01T00:22:00" }); // 8 minutes after the one before
  await answerServer([...MESSAGES.slice(0, 14), late]);
  await renderScreen(`${LONG}?o=0`);
  await expect.poll(shown).toBe(15);
  expect(document.querySelectorAll("main article").length).toBe(3);
});

test.each(WIDTHS)(
  "a linked message is scrolled to and marked; a missing one is said to be: %s",
  async (_, viewport) => {
    await answerServer();
    await api.fail(findDiscordMessage, 404, "Not Found");
    const linked = MESSAGES[40]?.id ?? "";
    await api.answer(findDiscordMessage, { seq: 41 }, { params: { message: linked } });
    await renderScreen(`${LONG}/${linked}`, { viewport });
    await expect.poll(() => inView(linked)).toBe(true);
    expect(found(linked)?.getAttribute("aria-current")).toBe("location");
    await expect.element(older).toBeDisabled();
    await reopen(`${LONG}/404404404`);
    await expect.element(page.getByText("The linked message isn't in the archive.")).toBeVisible();
    await expect.element(newer).toBeDisabled();
  },
);

test("edits unfold, embeds have their color, archives can be looked into", async () => {
  const hash = "a".repeat(64);
  const path = `/aa/aa/${hash}.bin`;
  await answerServer([
    message(1, { edited: DAY, revisions: [{ id: 1, content: "Before the edit", edited: DAY }] }),
    message(2, { embeds: [{ type: "rich", title: "A card", color: 0xa63b36 }] }),
    message(3, { attachments: [{ name: "box.zip", path }] }),
  ]);
  const answer = archiveFile({ hash });
  await api.answer(getFile, answer);
  await api.answer(searchHash, { ...answer.file, posts: [], discord_posts: [] });
  await renderScreen(`${LONG}?o=0`);
  const before = page.getByText("Before the edit");
  await expect.poll(shown).toBe(3);
  await expect.element(before).not.toBeVisible();
  await page.getByText(/Edited/).click();
  await expect.element(before).toBeVisible();
  await expect.element(page.getByText("A card")).toBeVisible();
  expect(found("1002")?.querySelector("rect")?.getAttribute("fill")).toBe("#a63b36");
  await page.getByRole("link", { name: "View contents" }).first().click();
  await expect.poll(address).toBe(`/file/${hash}`);
});

test("text stays text: addresses become links, marks become names", async () => {
  const content = "<b>bold</b> https://example.org/a\n<#901> <@1> <:kettle:12>";
  await answerServer([message(1, { content })]);
  await renderScreen(`${LONG}?o=0`);
  await expect.poll(() => found("1001")?.textContent).toContain("<b>bold</b>");
  expect(found("1001")?.textContent).toContain("@unknown user :kettle:");
  await expect
    .element(page.getByRole("link", { name: "https://example.org/a" }))
    .toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect.element(page.getByRole("article").getByRole("link", { name: "#harbor" })).toBeVisible();
});

test("no channels, unknown servers and channels, a failure with a way to try again", async () => {
  await answerServer();
  await api.answer(getDiscordServer, { ...server, channels: [] });
  await renderScreen(SERVER);
  await expect.element(page.getByText("No channels found")).toBeVisible();
  await api.answer(getDiscordServer, server);
  await api.fail(getDiscordServer, 404, "Not Found", { params: { id: "404" } });
  for (const missing of ["/discord/server/404", `${SERVER}/404`]) {
    await reopen(missing);
    await expect.element(page.getByText("The page you are looking for does not exist.")).toBeVisible();
  }
  await api.fail(listDiscordMessages, 418);
  await reopen(LONG);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  await answerServer();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(shown).toBe(140);
});

test.each(WIDTHS)("back returns to the place in the channel one left: %s", async (_, viewport) => {
  await answerServer();
  await renderScreen(`${LONG}?o=0`, { viewport });
  await expect.poll(shown).toBe(150);
  await expect.poll(() => inView(MESSAGES[149]?.id ?? "")).toBe(true); // where reading begins
  scrollTo(0, 2_000);
  await expect.poll(() => scrollY).toBe(2_000);
  const up = page.getByRole("main").getByRole("link", { name: "Lantern House" });
  (up.element() as HTMLElement).click(); // a pointer would scroll up to it first
  await expect.element(heading).toHaveTextContent("Lantern House");
  history.back();
  await expect.poll(shown).toBe(150);
  await expect.poll(() => scrollY).toBe(2_000);
});

test.each(WIDTHS)("a search shows what was found and leads to its place: %s", async (_, viewport) => {
  await answerServer();
  const linked = MESSAGES[40]?.id ?? "";
  await api.answer(findDiscordMessage, { seq: 41 }, { params: { message: linked } });
  await api.answer(searchDiscordMessages, { messages: [], names: {}, more: false });
  const message_ = { id: linked, channel: "901", author: "Ann", published: DAY };
  await api.answer(
    searchDiscordMessages,
    {
      messages: [{ ...message_, snippet: "<@1> <@2> <#901> A \ue000kettle\ue001 sings" }],
      names: { 1: "Ben" },
      more: false,
    },
    { query: { q: "kettle", channel: "901" } },
  );
  await renderScreen(LONG, { viewport });
  await page.getByRole("button", { name: "Search messages in harbor" }).click();
  await page.getByRole("searchbox", { name: "Search messages in harbor" }).fill("kettle");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect.poll(address).toBe(`${LONG}?q=kettle`);
  await expect.poll(() => document.querySelector("main mark")?.textContent).toBe("kettle");
  await page.getByRole("link", { name: /@Ben @unknown user #harbor A kettle sings/ }).click();
  await expect.poll(address).toBe(`${LONG}/${linked}`);
  await expect.poll(() => inView(linked)).toBe(true);
  await reopen(`${LONG}?q=nothing`);
  await expect.element(page.getByText("No results found.")).toBeVisible();
  await page.getByRole("link", { name: "Back to messages" }).click();
  await expect.poll(shown).toBe(140);
});

test("a failed search can be tried again", async () => {
  await answerServer();
  await api.fail(searchDiscordMessages, 418);
  await renderScreen(`${SERVER}?q=kettle`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  await api.answer(searchDiscordMessages, { messages: [], names: {}, more: false });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("No results found.")).toBeVisible();
});

test("a jump to a date lands on its first message; a failure is said", async () => {
  await answerServer();
  const first = MESSAGES[20]?.id ?? "";
  await api.fail(findDiscordDay, 404, "Not Found");
  await api.answer(findDiscordDay, { id: first, seq: 21 }, { params: { day: "2026-01-01" } });
  await api.answer(findDiscordMessage, { seq: 21 }, { params: { message: first } });
  await renderScreen(LONG);
  await page.getByRole("button", { name: "Jump to date" }).click();
  const found = () => document.querySelector<HTMLInputElement>("input[type=date]");
  await expect.poll(found).not.toBeNull();
  const day = page.elementLocator(found() ?? document.body);
  await day.fill("1999-01-01");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await day.fill("2026-01-01");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect.poll(address).toBe(`${LONG}/${first}`);
  await expect.poll(() => inView(first)).toBe(true);
});

test("channels can be filtered and put in order, and the order stays", async () => {
  await answerServer();
  const many = ["zebra", "apple", "mango", "kiwi"].map((name, at) => channel(`91${at}`, name, at));
  await api.answer(getDiscordServer, { ...server, channels: many });
  await renderScreen(SERVER);
  const names = () => [...document.querySelectorAll("main nav li span[dir]")].map((one) => one.textContent);
  await expect.poll(names).toEqual(["zebra", "apple", "mango", "kiwi"]);
  await page.getByRole("combobox", { name: "Order of channels" }).selectOptions("name");
  await expect.poll(names).toEqual(["apple", "kiwi", "mango", "zebra"]);
  await page.getByRole("searchbox", { name: "Filter channels" }).fill("A");
  await expect.poll(names).toEqual(["apple", "mango", "zebra"]);
  await reopen(SERVER);
  await expect.poll(names).toEqual(["apple", "kiwi", "mango", "zebra"]);
});

test("messages since the last visit to a channel are counted, and a button leads to them", async () => {
  await answerServer();
  localStorage.setItem("chat-read", JSON.stringify({ "discord/900": { "901": 100, "902": 1 } }));
  // Messages whose end is in view are read.
  const release = await api.hold(listDiscordMessages, MESSAGES.slice(150), {
    params: { id: "901" },
    query: { o: "150" },
  });
  await renderScreen(LONG);
  await expect.element(channels.getByText("190 new messages")).toBeInTheDocument();
  await release();
  await page.getByRole("button", { name: "190 new messages: go to the first" }).click();
  await expect.poll(address).toBe(`${LONG}?o=0`);
  await expect.poll(() => inView(MESSAGES[100]?.id ?? "")).toBe(true);
  await expect.element(page.getByText("New", { exact: true })).toBeVisible();
  await newer.click();
  await expect.poll(shown).toBe(140);
  const readAtEnd = () => {
    scrollTo(0, document.documentElement.scrollHeight);
    return JSON.parse(localStorage.getItem("chat-read") ?? "{}");
  };
  await expect.poll(readAtEnd).toEqual({ "discord/900": { "901": COUNT, "902": 1 } });
});
