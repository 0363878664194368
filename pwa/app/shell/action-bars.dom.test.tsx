/** Action bars on phones: every label whole and within the window, in every language, with doubled text too. */
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { LOCALES } from "#shared/rules/locales.ts";
import { answerPosts } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { filePath, listPosts, postPage, profile } from "#tests/components/examples.ts";
import { brokenLabelsOnPhones } from "#tests/components/labels.ts";
import { cards, heading, main, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const HIDDEN = { media: { all: false, asked: true } };
/** The bar with the button that shows media. */
const bar = () => document.querySelector("main [data-hides-media]")?.parentElement;
const bottomBar = () => document.querySelector("nav:has(> button[aria-controls='sidebar'])");

test.each(Object.keys(LOCALES))("%s: a post with hidden media", async (locale) => {
  const previews = [
    { type: "thumbnail" as const, server: "http://localhost", name: "0.png", path: filePath("0") },
  ];
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  await api.answer(getPost, postPage({}, { previews }));
  await renderScreen("/patreon/user/10/post/1", { locale, viewport: PHONE, stored: HIDDEN });
  await expect.element(heading).toBeVisible();
  await expect.poll(bar).toBeTruthy();
  expect(await brokenLabelsOnPhones(bar)).toEqual([]);
  expect(await brokenLabelsOnPhones(bottomBar)).toEqual([]);
});

test.each(Object.keys(LOCALES))("%s: a list of posts with hidden media", async (locale) => {
  await answerPosts(listPosts(2));
  await renderScreen("/posts", { locale, viewport: PHONE, stored: HIDDEN });
  await expect.element(cards).toHaveLength(2);
  await expect.poll(bar).toBeTruthy();
  expect(await brokenLabelsOnPhones(bar)).toEqual([]);
});

test("with doubled text the search fields have room to be used", async () => {
  await answerPosts(listPosts(2));
  await renderScreen("/posts", { viewport: PHONE });
  document.documentElement.style.fontSize = "200%";
  const search = main.getByRole("combobox", { name: "Search all posts" });
  await expect.element(search).toBeVisible();
  expect(widthOf(search)).toBeGreaterThan(200);
  expect(widthOf(page.getByRole("banner").getByRole("combobox"))).toBeGreaterThan(80);
});

const widthOf = (locator: Locator) => locator.element().getBoundingClientRect().width;
