/** Accessibility of every screen: the checker, and an enlarged page. The main screens of the built app: tests/e2e/access.spec.ts. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listPosts } from "#shared/contracts/posts.ts";
import { searchAll } from "#shared/contracts/search.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { violations, violationsIn } from "#tests/components/axe.ts";
import { DESKTOP, fits, heading, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import {
  ACCOUNT_SCREENS,
  CONTENT_SCREENS,
  CREATORS,
  type Screen,
  TEXT_SCREENS,
  UPDATED_CREATORS,
} from "#tests/components/screens.ts";
import { loading } from "#tests/components/states.ts";

/** 1280 by 1024 at 400 % (WCAG 1.4.10). */
const ENLARGED = { width: 320, height: 256 };
const WORDS = /^\/(2257|contact|dmca|gumroad-and-co|matrix|importer\/.+)$/;
const MAIN = CONTENT_SCREENS.filter(({ name }) => name === "home" || name === "post");
const screens = [CREATORS, UPDATED_CREATORS, ...CONTENT_SCREENS, ...TEXT_SCREENS, ...ACCOUNT_SCREENS];

async function open({ address, stored = {} }: Screen): Promise<void> {
  await answerEverything({ count: 12 });
  await api.answer(listPosts, { count: 0, true_count: 0, posts: [] }, { query: { q: "zzzzqqqqxxxx" } });
  await renderScreen(address, { stored });
  await expect.element(heading).toBeVisible();
  await expect.element(loading).not.toBeInTheDocument();
}

async function narrow({ width, height }: { width: number; height: number }): Promise<void> {
  await page.viewport(width, height);
  await expect.element(page.getByRole("navigation", { name: "Bottom" })).toBeInTheDocument();
}

test.each(screens)(
  "$name: axe finds nothing wide and light, narrow and dark, and at 400 % nothing is cut off",
  async (screen) => {
    await open(screen);
    expect(await violationsIn("light")).toEqual([]);
    // Texts alone are the same on a phone.
    if (!WORDS.test(screen.address)) await narrow(PHONE);
    expect(await violationsIn("dark")).toEqual([]);
    await narrow(ENLARGED);
    expect(fits()).toBe(true);
  },
);

// What surrounds every screen differs with the width.
test.each(MAIN)("$name: axe finds nothing wide and dark, narrow and light", async (screen) => {
  await open(screen);
  expect(await violationsIn("dark")).toEqual([]);
  await narrow(PHONE);
  expect(await violationsIn("light")).toEqual([]);
});

test("axe finds nothing in the search, wide and narrow", async () => {
  await api.answer(searchAll, {
    creators: [{ service: "patreon", id: "10", name: "Ann Lantern", post_count: 3 }],
    posts: [],
    dms: [],
    tags: [{ tag: "lantern", marked: "lantern", post_count: 2 }],
  });
  await open({ name: "search", address: "/", waitsFor: [] });
  await page.getByRole("combobox").first().fill("lantern");
  for (const { width, height } of [DESKTOP, PHONE]) {
    await page.viewport(width, height);
    await expect.element(page.getByRole("option").nth(1)).toBeVisible();
    expect(await violations()).toEqual([]);
  }
});
