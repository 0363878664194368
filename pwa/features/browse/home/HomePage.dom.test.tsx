/** The home page of a new visitor. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getArchiveState } from "#shared/contracts/archive.ts";
import { answerPosts, answerUpdated } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { creatorRow, listPost } from "#tests/components/examples.ts";
import { main, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

test("the first page says what this is, that one can search, and what works offline", async () => {
  await answerPosts([listPost()]);
  await answerUpdated([creatorRow()]);
  await renderScreen("/", { viewport: PHONE });
  await expect.element(main.getByText(/^An archive of creators' posts/)).toBeVisible();
  await expect.element(main.getByText(/^Search creators, posts and messages/)).toBeInViewport();
  await expect.element(main.getByText(/also work offline/)).toBeInViewport();
  await expect.element(main.getByRole("complementary", { name: "Sample data" })).not.toBeInTheDocument();
});

test("the sample says that it is one, and how to remove it", async () => {
  await answerPosts([listPost()]);
  await answerUpdated([creatorRow()]);
  await api.answer(getArchiveState, { is_empty: false, is_sample: true });
  await renderScreen("/");
  const note = main.getByRole("complementary", { name: "Sample data" });
  await expect.element(note.getByText("roost sample --remove")).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("an empty archive says so, with the commands that fill it", async () => {
  await answerPosts([]);
  await answerUpdated([]);
  await api.answer(getArchiveState, { is_empty: true, is_sample: false });
  await renderScreen("/");
  const note = page.getByRole("region", { name: "Your archive is empty" });
  for (const text of [
    "roost import <folder>",
    "roost ingest <folder>",
    "docs/importing-downloads.md",
  ])
    await expect.element(note.getByText(text)).toBeVisible();
  await expect.element(main.getByRole("heading", { name: "Newest posts" })).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
});
