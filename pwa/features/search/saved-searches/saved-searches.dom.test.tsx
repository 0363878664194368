/** Saved searches with counts of new posts, and recent searches. */
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { z } from "zod/mini";
import { getPostsFeed, type JsonFeed } from "#shared/contracts/feeds.ts";
import { answerPosts } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listPosts } from "#tests/components/examples.ts";
import { renderScreen, reopen } from "#tests/components/screen.tsx";
import { endSlowTime, startSlowTime } from "#tests/components/slow-time.ts";
import { offlineDb } from "../../../offline/db/db.ts";
import { saveSearch } from "../../../offline/searches/searches.ts";
import { replaceSeen } from "../../reading/seen/store.ts";

const SITE = "https://archive.example";
type Feed = z.input<typeof JsonFeed>;

/** A feed with one post for each of these hours of a day. */
function feed(hours: number[]): Feed {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: "A search",
    home_page_url: SITE,
    feed_url: `${SITE}/feed`,
    items: hours.map((hour) => ({
      id: `${SITE}/patreon/user/a%20b/post/${hour}`,
      url: `${SITE}/patreon/user/a%20b/post/${hour}`,
      title: "A post",
      content_text: "",
      date_modified: `2026-09-04T${String(hour).padStart(2, "0")}:00:00Z`,
      authors: [],
    })),
  };
}

const box = page.getByRole("combobox", { name: "Search creators, posts, messages and tags" });
const saved = page.getByRole("region", { name: "Saved searches" });
const recent = page.getByRole("region", { name: "Recent searches" });
const stored = () => offlineDb().recentSearches.count();

afterEach(endSlowTime);

test("posts that are marked as seen are not new, until they are unmarked", async () => {
  await answerPosts(listPosts(2));
  await api.answer(getPostsFeed, feed([5, 4, 3, 2, 1]));
  await saveSearch("lantern", Date.UTC(2026, 8, 4, 2));
  await renderScreen("/posts", { stored: { seen: "patreon/a%20b:1,4\npatreon/other:5" } });
  await box.click();
  await expect.element(saved.getByRole("link", { name: "lantern 2 new" })).toBeVisible();
  replaceSeen(["patreon/a%20b:3", "patreon/a%20b:4", "patreon/a%20b:5"]);
  await expect.element(saved.getByRole("link", { name: "lantern", exact: true })).toBeVisible();
  replaceSeen([]);
  await expect.element(saved.getByRole("link", { name: "lantern 3 new" })).toBeVisible();
});

test("muted posts are not new", async () => {
  await answerPosts(listPosts(2));
  const { items, ...rest } = feed([3, 2, 1]);
  await api.answer(getPostsFeed, {
    ...rest,
    items: items.map((item, at) => ({ ...item, tags: at === 0 ? ["Rain"] : [] })),
  });
  await saveSearch("lantern", 0);
  const mutes = { mode: "collapse", creators: [], tags: ["rain"], words: [], services: [] };
  await renderScreen("/posts", { stored: { mutes: JSON.stringify(mutes) } });
  await box.click();
  await expect.element(saved.getByRole("link", { name: "lantern 2 new" })).toBeVisible();
});

test("a saved search says how many posts are new in it until it is opened", async () => {
  await answerPosts(listPosts(2));
  await api.answer(getPostsFeed, feed([1, 2]));
  await renderScreen("/posts?q=lantern&tag=rain");
  await page.getByRole("button", { name: "Save search" }).click();
  await expect.element(page.getByRole("button", { name: "Saved search" })).toBeVisible();
  await api.answer(getPostsFeed, feed([5, 4, 3, 2, 1]));
  await reopen("/posts");
  await box.click();
  await expect.element(saved.getByRole("link", { name: "lantern tag:rain 3 new" })).toBeVisible();
  expect(await violations()).toEqual([]);
  await saved.getByRole("link").click();
  await expect.poll(() => new URLSearchParams(location.search).get("q")).toBe("lantern tag:rain");
  await expect.element(page.getByRole("button", { name: "Saved search" })).toBeVisible();
  await expect
    .poll(async () => (await offlineDb().savedSearches.toArray())[0]?.seen)
    .toBe(Date.UTC(2026, 8, 4, 5));
  await box.click();
  await expect.element(saved.getByRole("link", { name: "lantern tag:rain", exact: true })).toBeVisible();
  await saved.getByRole("button", { name: "Delete saved search lantern tag:rain" }).click();
  await expect.element(saved).not.toBeInTheDocument();
  await expect.element(box).toHaveFocus();
});

test("a search is handed on as a link and as a feed", async () => {
  await answerPosts(listPosts(2));
  await renderScreen("/posts?q=lantern&tag=rain");
  await expect
    .element(page.getByRole("link", { name: "RSS feed" }))
    .toHaveAttribute("href", "/api/v1/posts/feed?format=rss&q=lantern&tag=rain");
  startSlowTime(); // it is said for two seconds
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.element(page.getByRole("button", { name: /Copied|Couldn't copy/ })).toBeVisible();
});

test("the last five searches are there, each can be removed, and none is stored when they are off", async () => {
  await answerPosts(listPosts(2));
  for (const [at, q] of ["one", "two", "three", "four", "five", "six"].entries()) {
    await renderScreen(`/posts?q=${q}`);
    await expect.poll(stored).toBe(at + 1);
  }
  await box.click();
  const links = () =>
    recent
      .getByRole("link")
      .elements()
      .map((link) => link.textContent);
  await expect.poll(links).toEqual(["six", "five", "four", "three", "two"]);
  await recent.getByRole("button", { name: "Remove four from recent searches" }).click();
  await expect.poll(links).toEqual(["six", "five", "three", "two", "one"]);
  await recent.getByRole("button", { name: "Turn off" }).click();
  await expect.poll(stored).toBe(0);
  await renderScreen("/posts?q=seven", { stored: { "recent-searches": "off" } });
  await expect.element(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await box.click();
  await expect.element(recent.getByRole("button", { name: "Turn on" })).toBeVisible();
  expect(await stored()).toBe(0);
});
