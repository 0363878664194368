/** A creator's page and its tabs. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  listAnnouncements,
  listCreatorTags,
  listFancards,
  listLinks,
  listRecommended,
} from "#shared/contracts/creators.ts";
import { getDiscordServer } from "#shared/contracts/discord.ts";
import { listCreatorDms } from "#shared/contracts/dms.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { listRemoved } from "#shared/contracts/removed.ts";
import { getShare, listCreatorShares } from "#shared/contracts/shares.ts";
import { listedDm } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { creatorRow, DAY, filePath, listPost, profile } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const FANBOX = "/fanbox/user/10";
const PATREON = "/patreon/user/10";
const NOT_THERE = "The page you are looking for does not exist.";
const main = page.getByRole("main");
const cards = main.getByRole("article");
const heading = page.getByRole("heading", { level: 1 });
const tabs = page.getByRole("navigation", { name: "Creator" }).getByRole("link");
const tab = (name: string | RegExp) => tabs.filter({ hasText: name });
const skeletons = () => document.querySelectorAll("[role=status][aria-label^=Loading]").length;

const share = { id: "s1", name: "A box of drawings", description: "", added: DAY };
const announcement = {
  service: "patreon",
  user_id: "10",
  hash: "a1",
  content: "<p>News</p>",
  added: DAY,
  published: DAY,
} as const;
const fancard = {
  id: 1,
  user_id: "10",
  file_id: 1,
  hash: "0".repeat(64),
  mtime: DAY,
  ctime: DAY,
  mime: "image/png",
  ext: ".png",
  added: DAY,
  size: 1000,
  ihash: null,
  last_checked_at: DAY,
  price: "500",
  path: filePath("1"),
  server: "http://localhost",
};

/** Mocks the requests of every tab; tests of one tab override them. */
async function answerTabs(part: Parameters<typeof profile>[0] = {}): Promise<void> {
  await api.answer(getProfile, profile(part));
  await api.answer(listCreatorPosts, [listPost()]);
  await api.answer(listFancards, [fancard]);
  await api.answer(listAnnouncements, [announcement]);
  await api.answer(listCreatorTags, [
    { tag: "café", post_count: 2 },
    { tag: "rain", post_count: 1 },
  ]);
  const dm = { ...listedDm(), artist: null };
  await api.answer(listCreatorDms, [dm, { ...dm, hash: "d2" }]);
  await api.answer(listCreatorShares, { shares: [share], total: 1 });
  await api.answer(listLinks, [creatorRow({ id: "11", service: "fantia" })]);
  await api.answer(listRecommended, [{ ...creatorRow({ id: "12" }), score: 0.5 }]);
}

const REMOVED = { service: "patreon", user: "10", files: [] };

test("the page says what was taken down and when, also that of a creator who is gone", async () => {
  await answerTabs();
  await api.answer(
    listRemoved,
    {
      since: 9,
      removed: ["p1", "p2"].map((post, at) => ({ ...REMOVED, post, at: `2026-11-2${at}T08:15:00` })),
    },
    { query: { service: "patreon", user: "10" } },
  );
  await renderScreen(PATREON);
  await expect.element(main.getByText("2 posts were taken down, last on 2026-11-21.")).toBeVisible();
  await api.fail(getProfile, 404, "Not Found", { params: { service: "patreon", id: "11" } });
  await api.answer(
    listRemoved,
    { since: 9, removed: [{ ...REMOVED, user: "11", post: null, at: "2026-11-20T08:15:00" }] },
    { query: { service: "patreon", user: "11" } },
  );
  await reopen("/patreon/user/11");
  await expect.element(page.getByText(NOT_THERE)).toBeVisible();
  await expect.element(main.getByText("This creator was taken down on 2026-11-20.")).toBeVisible();
});

test("the tabs are those of the service, with counts, and each opens its page", async () => {
  await answerTabs({ service: "fanbox", dm_count: 2 });
  await renderScreen(FANBOX);
  await expect.element(tab(/^Fancards$/)).toBeVisible();
  await expect.element(tab("DMs")).toHaveTextContent("DMs2");
  const names = tabs.elements().map((link) => link.textContent.replace(/[\d,()].*$/, ""));
  expect(names).toEqual(["Posts", "Fancards", "Announcements", "Tags", "DMs", "Linked accounts", "Similar"]);
  for (const [name, end] of [
    ["Fancards", "/fancards"],
    ["Announcements", "/announcements"],
    ["Tags", "/tags"],
    ["DMs", "/dms"],
    ["Linked accounts", "/links"],
    ["Similar", "/recommended"],
  ] as const) {
    await tab(name).click();
    await expect.poll(address).toBe(FANBOX + end);
    await expect.element(tab(name)).toHaveAttribute("aria-current", "page");
    await expect.poll(skeletons).toBe(0);
    await expect.element(heading).toHaveTextContent("Ann Lantern");
  }
  history.back();
  await expect.poll(address).toBe(`${FANBOX}/links`);
});

test("a creator of a service without tags and announcements has neither tab", async () => {
  await answerTabs({ service: "gumroad" });
  await renderScreen("/gumroad/user/10");
  await expect.element(tab("Similar")).toBeVisible();
  await expect.element(heading).toHaveTextContent("Ann Lantern");
  for (const name of ["Fancards", "Announcements", "Tags", "Community"])
    await expect.element(tab(name)).not.toBeInTheDocument();
  await reopen("/gumroad/user/10/fancards");
  await expect.element(page.getByText(NOT_THERE)).toBeVisible();
});

test("fancards, announcements and DMs show what there is", async () => {
  await answerTabs({ service: "fanbox", dm_count: 2 });
  await renderScreen(`${FANBOX}/fancards`);
  await expect
    .element(page.getByRole("link", { name: /^Fancard of \d{4}-/ }))
    .toHaveAttribute("href", expect.stringMatching(/^\/data\//));
  await reopen(`${FANBOX}/announcements`);
  await expect.element(cards.first().getByRole("time")).toHaveTextContent(/^\d{4}-\d\d-\d\d$/);
  await expect.poll(() => document.title).toMatch(/^Announcements of /);
  await reopen(`${FANBOX}/dms`);
  await expect.element(cards).toHaveLength(2);
});

test("a tag of the creator leads to the creator's posts with it", async () => {
  await answerTabs();
  await renderScreen(`${PATREON}/tags`);
  await main.getByRole("list").getByRole("link", { name: "café" }).click();
  await expect.poll(address).toBe(`${PATREON}?${new URLSearchParams({ tag: "café" })}`);
  await expect.element(page.getByRole("link", { name: "Remove tag café" })).toBeVisible();
});

test("uploads of a creator lead to their files", async () => {
  await answerTabs({ share_count: 1 });
  await api.answer(getShare, { ...share, share_files: [] });
  await renderScreen(`${PATREON}/shares`);
  await expect.element(cards).toHaveLength(1);
  await cards.first().getByRole("link").first().click();
  await expect.poll(address).toBe("/share/s1");
});

test("linked accounts are listed and marked; without any it says so", async () => {
  await answerTabs({ relation_id: 7 });
  const mark = () => document.querySelectorAll('nav[aria-label="Creator"] a[href$="/links"] svg').length;
  await renderScreen(`${PATREON}/links`);
  await expect.poll(mark).toBe(1);
  await expect.element(cards.first()).toBeVisible();
  await api.answer(getProfile, profile({ relation_id: null }));
  await api.answer(listLinks, []);
  await reopen(`${PATREON}/links`);
  await expect.element(page.getByText("No linked accounts found.")).toBeVisible();
  await expect.poll(mark).toBe(0);
  await expect
    .element(page.getByRole("link", { name: "Link another account" }))
    .toHaveAttribute("href", `${PATREON}/links/new`);
});

test("a creator's DMs are a feed", async () => {
  await answerTabs();
  await renderScreen(`${PATREON}/dms`);
  const feeds = page.getByRole("navigation", { name: "Feed" });
  await expect
    .element(feeds.getByRole("link", { name: "RSS" }))
    .toHaveAttribute("href", "/api/v1/dms/feed?format=rss&q=creator%3Apatreon%2F10");
});

test("lists without anything use the agreed words", async () => {
  await answerTabs();
  await api.answer(listAnnouncements, []);
  await api.answer(listRecommended, []);
  await api.answer(listCreatorDms, []);
  await api.answer(listCreatorShares, { shares: [], total: 0 });
  await renderScreen(`${PATREON}/announcements`);
  for (const [end, words] of [
    ["announcements", "There are no Announcements for your query."],
    ["recommended", "No similar artists found."],
    ["dms", "There are no DMs."],
    ["shares", "There are no uploads."],
  ] as const) {
    if (end !== "announcements") await reopen(`${PATREON}/${end}`);
    await expect.element(page.getByRole("heading", { name: "Nobody here but us chickens!" })).toBeVisible();
    await expect.element(page.getByText(words)).toBeVisible();
  }
});

test("a tab that does not load can be tried again, and the creator stays", async () => {
  await answerTabs();
  await api.fail(listAnnouncements, 500);
  await renderScreen(PATREON);
  await tab("Announcements").click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(heading).toHaveTextContent("Ann Lantern");
  await api.answer(listAnnouncements, [announcement]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(cards.first()).toBeVisible();
});

test("a chat server's creator page is the chat page, a public name becomes the id", async () => {
  await api.answer(getDiscordServer, {
    id: "123456",
    name: "Lantern House",
    indexed: DAY,
    updated: DAY,
    channels: [],
  });
  await renderScreen("/discord/user/123456");
  await expect.poll(address).toBe("/discord/server/123456");
  await answerTabs({ public_id: "lantern" });
  await reopen("/patreon/user/lantern/links?x=1");
  await expect.poll(address).toMatch(/^\/patreon\/user\/10\/links/);
  await expect.element(heading).toHaveTextContent("Ann Lantern");
  await reopen("/patreon/user/lantern?q=night");
  await expect.poll(address).toBe("/patreon/user/10?q=night");
});
