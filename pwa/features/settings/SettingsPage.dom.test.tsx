/** Settings, and that the screens follow them: dates, cards, texts, data, theme and language. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { listPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything, CREATOR, POST } from "#tests/components/archive.ts";
import { violations } from "#tests/components/axe.ts";
import { filePath, listPosts as manyPosts, postPage, profile } from "#tests/components/examples.ts";
import { cards, choose, DESKTOP, heading, PHONE } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const STAMP = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)? \(?UTC\)?$/;
const view = page.getByRole("button", { name: "View", exact: true });
const size = page.getByRole("slider", { name: "Card size" });
const reset = page.getByRole("button", { name: "Reset to defaults" });

/** All of the screen in view, once there is one. */
async function dates() {
  const times = () => [...document.querySelectorAll<HTMLTimeElement>("main time")];
  await expect.poll(() => times().length).toBeGreaterThan(0);
  return times().map((time) => ({ text: time.textContent, machine: time.dateTime, title: time.title }));
}

test("dates are absolute or relative as chosen, always with the whole stamp and its zone", async () => {
  const places = ["/posts", POST, "/artists/updated", "/dms", "/shares"];
  await answerEverything();
  for (const place of places) {
    await renderScreen(place);
    for (const date of await dates()) {
      expect(date.text, place).toMatch(/^\d{4}-\d\d-\d\d/);
      expect(date.title, place).toMatch(STAMP);
      expect(new Date(date.machine).toISOString().slice(0, 10), place).toBe(date.text.slice(0, 10));
    }
  }
  await renderScreen("/settings");
  await choose("Dates", "3 days ago");
  for (const place of places) {
    await renderScreen(place);
    for (const date of await dates()) {
      expect(date.text, place).not.toMatch(/\d{4}/);
      expect(date.title, place).toMatch(STAMP);
      expect(date.title.slice(0, 10), place).toBe(date.machine.slice(0, 10));
    }
  }
});

function columns(): number {
  const grid = document.querySelector("main ul:has(> li > article)");
  return grid === null ? 0 : getComputedStyle(grid).gridTemplateColumns.split(" ").length;
}

test.each([
  { name: "a wide screen", viewport: DESKTOP, usual: 5, small: 7, large: 3 },
  { name: "a phone", viewport: PHONE, usual: 2, small: 3, large: 1 },
])("on $name card size changes the list at once, and is kept", async ({ viewport, usual, small, large }) => {
  await api.answer(listPosts, { count: 60, true_count: 60, posts: manyPosts(50) });
  await renderScreen("/posts", { viewport });
  await expect.element(cards).toHaveLength(50);
  expect(columns()).toBe(usual);
  await view.click();
  await size.fill("120");
  await expect.poll(columns).toBe(small);
  await size.fill("300");
  await expect.poll(columns).toBe(large);
  await userEvent.keyboard("{Escape}");
  await expect.element(size).not.toBeInTheDocument();
  await expect.element(view).toHaveFocus();
  // Chromium's attributes besides name and value are not in the types.
  await expect.poll(() => cookieStore.get("thumbSize")).not.toBeNull();
  const cookie = (await cookieStore.get("thumbSize")) as { expires?: number } | null;
  expect(cookie).toMatchObject({ value: "300", path: "/", sameSite: "lax" });
  expect(Math.round((Number(cookie?.expires) - Date.now()) / 86_400_000)).toBe(399);
});

test("cards are wide, compact, with titles over the picture, and the usual again", async () => {
  await answerEverything({ count: 12 });
  await renderScreen("/settings");
  await choose("Thumbnails", "Wide");
  await choose("Titles", "Overlay");
  await choose("Spacing", "Compact");
  for (const list of ["/posts", CREATOR]) {
    await renderScreen(list);
    await expect.element(cards.first()).toBeVisible();
    const [words, image] = places();
    expect(image.width / image.height).toBeCloseTo(16 / 9, 1);
    expect(words.bottom).toBeLessThanOrEqual(image.bottom + 1);
  }
  await view.click();
  await reset.click();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => places()[0].top - places()[1].bottom).toBeGreaterThanOrEqual(0);
  expect(document.documentElement.getAttributeNames()).not.toContain("data-cards-words");
  expect(localStorage.getItem("cards")).toBeNull();
});

/** Title and picture of the first card. */
function places(): [DOMRect, DOMRect] {
  const card = document.querySelector("main article:has(img[src*=thumbnail])");
  const [words, image] = [card?.querySelector("h2"), card?.querySelector("img")];
  if (words == null || image == null) throw new Error("No card has a picture.");
  return [words.getBoundingClientRect(), image.getBoundingClientRect()];
}

const text = page.getByRole("region", { name: "Content" });

async function textStyle() {
  await expect.element(text).toBeVisible();
  const element = text.element().querySelector("[dir=auto]");
  if (element === null) throw new Error("The post has no text.");
  const { fontFamily, fontSize, lineHeight, maxWidth, textAlign } = getComputedStyle(element);
  return { fontFamily, fontSize, lineHeight, maxWidth, textAlign };
}

test("texts are set as chosen, on every other post too", async () => {
  await answerEverything();
  await renderScreen(POST);
  const before = await textStyle();
  await page.getByRole("button", { name: "Reading" }).click();
  await choose("Font", "Serif");
  await page.getByRole("slider", { name: "Text size" }).fill("1.5");
  await page.getByRole("slider", { name: "Line height" }).fill("2");
  await choose("Text width", "Narrow");
  await choose("Alignment", "Justified");
  const chosen = await textStyle();
  expect(Number.parseFloat(chosen.fontSize) / Number.parseFloat(before.fontSize)).toBeCloseTo(1.5, 1);
  for (const name of ["fontFamily", "lineHeight", "maxWidth", "textAlign"] as const)
    expect(chosen[name], name).not.toBe(before[name]);
  const other = `${CREATOR}/post/2`;
  await renderScreen(other);
  expect(await textStyle()).toEqual(chosen);
  await renderScreen("/settings");
  await expect.element(page.getByRole("slider", { name: "Text size" })).toHaveValue("1.5");
  await page
    .getByRole("region", { name: "Reading" })
    .getByRole("button", { name: "Reset to defaults" })
    .click();
  await renderScreen(other);
  expect(await textStyle()).toEqual(before);
});

test("where data is saved cards are small and nothing is loaded ahead", async () => {
  await answerEverything({ count: 60 });
  await renderScreen("/settings");
  await choose("Data saver", "Always");
  await renderScreen("/posts", { preloads: true });
  await expect.element(cards).toHaveLength(50);
  for (const card of document.querySelectorAll("main article")) card.scrollIntoView();
  const thumbnails = () => api.requests(/^\/thumbnail/);
  await expect.poll(async () => (await thumbnails()).length).toBeGreaterThan(20);
  await cards.nth(20).getByRole("link").first().hover();
  expect((await thumbnails()).filter(({ address }) => !address.endsWith("?w=180"))).toEqual([]);
  await cards.nth(21).getByRole("link").first().click(); // what is pointed at would have been asked for by now
  await expect.poll(address).toContain("/post/22");
  await expect.element(heading).toBeVisible();
  expect(await api.requests(/\/post\/21/)).toEqual([]);
});

test("where data is saved no film is asked for before it is played", async () => {
  const film = { name: "night.webm", path: filePath("7").replace(".png", ".webm") };
  await api.answer(
    getPost,
    postPage(
      { attachments: [film] },
      { videos: [{ ...film, index: 0, extension: ".webm", name_extension: ".webm", server: "" }] },
    ),
  );
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  await renderScreen("/settings");
  await choose("Data saver", "Always");
  await renderScreen(POST);
  const video = () => document.querySelector("video");
  await expect.poll(video).not.toBeNull();
  video()?.scrollIntoView();
  await expect.poll(() => [...document.images].every(({ complete }) => complete)).toBe(true);
  const films = () => api.requests(/\.webm/);
  expect(video()?.networkState).not.toBe(HTMLMediaElement.NETWORK_LOADING);
  expect(await films()).toEqual([]);
  await video()
    ?.play()
    .catch(() => {}); // the answer is no film
  await expect.poll(async () => (await films()).length).toBeGreaterThan(0);
});

test("the settings page leads to its sections; theme and language are chosen there as well", async () => {
  await renderScreen("/settings");
  const index = page.getByRole("navigation", { name: "On this page" }).getByRole("button");
  await expect.element(heading).toBeVisible();
  await expect.element(index.first()).toBeVisible();
  const titles = () =>
    [...document.querySelectorAll("main section h2")].filter((one) => one.checkVisibility());
  await expect
    .poll(() => [index.elements(), titles()].map((all) => all.map((one) => one.textContent).join("\n")))
    .toSatisfy(([named, found]: string[]) => named === found);
  await index.filter({ hasText: "Data usage" }).click();
  const section = page.getByRole("heading", { name: "Data usage" });
  await expect.element(section).toHaveFocus();
  await expect.element(section).toBeInViewport();
  await choose("Theme", "Dark");
  await expect.poll(() => document.documentElement.dataset["theme"]).toBe("dark");
  await page.getByRole("main").getByLabelText("Language").selectOptions("ja");
  await expect.element(page.getByRole("heading", { level: 1, name: "設定" })).toBeVisible();
  await renderScreen("/settings");
  await expect.element(page.getByRole("radio", { name: "ダーク" })).toBeChecked();
  // Opened again all parts are there at once, and so is the index.
  expect(document.querySelectorAll("main nav button").length).toBeGreaterThan(5);
});

test("axe finds nothing in open panels, nor in cards with their titles over the picture", async () => {
  await answerEverything({ count: 12 });
  await renderScreen("/posts", { stored: { cards: { words: "over" } } });
  await expect.element(cards).toHaveLength(12);
  await view.click();
  await expect.element(size).toBeVisible();
  expect(await violations()).toEqual([]);
  await renderScreen(POST);
  await page.getByRole("button", { name: "Reading" }).click();
  await expect.element(page.getByRole("slider", { name: "Text size" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("on a phone the sections are folded, and each opens with a press on its title", async () => {
  await renderScreen("/settings", { viewport: { width: 390, height: 844 } });
  const title = page.getByRole("button", { name: "Data usage" });
  await expect.element(title).toHaveAttribute("aria-expanded", "false");
  const section = page.getByRole("region", { name: "Data usage" });
  const choices = section.getByRole("radio");
  await expect.element(choices).toHaveLength(0);
  expect(await violations()).toEqual([]);
  await title.click();
  await expect.element(title).toHaveAttribute("aria-expanded", "true");
  await expect.element(choices.first()).toBeVisible();
});
