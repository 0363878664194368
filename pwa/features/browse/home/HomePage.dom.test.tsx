/** The home page of a new visitor, and of a reader who comes back. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getArchiveState } from "#shared/contracts/archive.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import {
  ADMINISTRATOR,
  answerAccount,
  answerFavorites,
  answerNewPosts,
  answerWholeAccount,
  favoriteCreator,
  LOGGED_IN,
  newPost,
} from "#tests/components/account.ts";
import { answerPosts, answerUpdated } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { creatorRow, listPost, profile } from "#tests/components/examples.ts";
import { main, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { offlineDb } from "../../../offline/db/db.ts";
import type { SavedRow } from "../../../offline/db/records.ts";

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
  await api.answer(getArchiveState, { is_empty: false, sample: "loaded" });
  await renderScreen("/");
  const note = main.getByRole("complementary", { name: "Sample data" });
  await expect.element(note.getByText("roost sample --remove")).toBeVisible();
  expect(await violations()).toEqual([]);
  await answerWholeAccount({ role: "administrator" });
  await renderScreen("/", { stored: ADMINISTRATOR });
  await expect
    .element(note.getByRole("link", { name: "Get started" }))
    .toHaveAttribute("href", "/account/administrator/start");
});

test("an empty archive says so, with the commands that fill it", async () => {
  await answerPosts([]);
  await answerUpdated([]);
  await api.answer(getArchiveState, { is_empty: true, sample: null });
  await renderScreen("/");
  const note = page.getByRole("region", { name: "Your archive is empty" });
  for (const text of ["roost import <folder>", "roost ingest <folder>", "docs/importing-downloads.md"])
    await expect.element(note.getByText(text)).toBeVisible();
  await expect.element(main.getByRole("heading", { name: "Newest posts" })).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
});

test("a reader who comes back finds the last post, new posts and saved posts in place of the introduction", async () => {
  const post = { href: "/patreon/user/10/post/1", kind: "post", service: "patreon", title: "Lamp oil" };
  const saved: SavedRow = {
    key: "patreon/10/2",
    creator: "patreon/10",
    creatorName: "Mina",
    title: "Harbor",
    savedAt: 1,
    bytes: 1,
    files: [],
    state: "whole",
    kinds: ["image"],
  };
  await offlineDb().saved.put(saved);
  await answerPosts([listPost()]);
  await answerUpdated([creatorRow()]);
  await answerAccount();
  await answerFavorites({ creators: [favoriteCreator({ id: "10" })] });
  await answerNewPosts([newPost({ id: "5" }), newPost({ id: "6" })]);
  await api.answer(getProfile, profile()); // asked for news of creators with saved posts
  await renderScreen("/", {
    viewport: PHONE,
    stored: {
      ...LOGGED_IN,
      device: "1",
      favs: "patreon/10",
      visits: [post],
      reading: { ...post, at: Date.now(), y: 400, number: 3, total: 9 },
      saved: "w\tpatreon/10/2\t1\t1\tHarbor",
    },
  });
  await expect.element(main.getByRole("link", { name: /^Continue Lamp oil Image 3 of 9/ })).toBeInViewport();
  await expect.element(main.getByText(/^An archive of creators' posts/)).not.toBeInTheDocument();
  const recent = main.getByRole("region", { name: "Recently saved" });
  await expect.element(recent.getByRole("link", { name: /Harbor/ })).toBeInViewport();
  const news = main.getByRole("navigation", { name: "New posts" });
  await expect.element(news.getByRole("link", { name: "New from favorites 2 new" })).toBeInViewport();
  await expect.element(main.getByRole("heading", { level: 1 })).toHaveTextContent("Welcome to Roost");
  expect(await violations()).toEqual([]);
});
