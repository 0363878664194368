/** Layout on phones: width, and parts that load later. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listPosts } from "#shared/contracts/posts.ts";
import { LOCALES } from "#shared/rules/locales.ts";
import { answerPosts } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { setOnline } from "#tests/components/connection.ts";
import { listPost, postPage } from "#tests/components/examples.ts";
import { cards, fits, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { offlineDb } from "../../offline/db/db.ts";
import type { PostRow, SavedRow } from "../../offline/db/records.ts";

const LONG = "A title that is far longer than the screen of any phone is wide, and goes on after that";

test("offline, long titles of stored posts do not make the page wider than the screen", async () => {
  const now = Date.now();
  const row = {
    key: "patreon/10/1",
    creator: "patreon/10",
    page: postPage({ title: LONG }),
    pageAt: now,
    storedAt: now,
    usedAt: now,
    bytes: 9,
  };
  await offlineDb().posts.put(row as unknown as PostRow);
  await answerEverything();
  await api.disconnect(listPosts);
  setOnline(false);
  await renderScreen("/posts", { viewport: PHONE });
  await expect.element(page.getByRole("link", { name: LONG })).toBeVisible();
  expect(fits()).toBe(true);
});

test.each(Object.keys(LOCALES))(
  "labels of the bar are one line and its icons level in %s",
  async (locale) => {
    await answerPosts([listPost()]);
    await renderScreen("/posts", { viewport: PHONE, locale });
    await expect.element(cards.first()).toBeVisible();
    const icons = [...document.querySelectorAll<SVGElement>("nav:has([aria-controls=sidebar]) svg")]
      .map((icon) => icon.getBoundingClientRect())
      .filter(({ top }) => top > PHONE.height / 2);
    expect(icons.length).toBe(5);
    expect(new Set(icons.map(({ top }) => Math.round(top))).size).toBe(1);
    expect(fits()).toBe(true);
  },
);

test("the size of saved posts is not shown before it is counted", async () => {
  const saved: SavedRow = {
    key: "patreon/10/1",
    creator: "patreon/10",
    creatorName: "Ann Lantern",
    title: "Post 1",
    savedAt: 1,
    bytes: 2_000_000,
    textBytes: 2_000_000,
    textAt: 1,
    files: [],
    state: "whole",
    kinds: ["image"],
  };
  await offlineDb().saved.put(saved);
  await answerEverything();
  const shown: string[] = [];
  const observer = new MutationObserver(() => shown.push(document.querySelector("main")?.textContent ?? ""));
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  await renderScreen("/saved", { viewport: PHONE, stored: { device: "1" } });
  await expect.element(page.getByText("1 post, 2 MB")).toBeVisible();
  observer.disconnect();
  expect(shown.filter((text) => /1 post, 0/.test(text))).toEqual([]);
});
