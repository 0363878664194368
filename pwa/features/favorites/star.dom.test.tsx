/** The star and its key, with and without an account. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  addFavoriteCreator,
  addFavoritePost,
  pageFavoritePosts,
  removeFavoritePost,
} from "#shared/contracts/favorites.ts";
import { answerAccount, answerFavorites, favoritePost, LOGGED_IN } from "#tests/components/account.ts";
import { answerPostPages, answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { listPost } from "#tests/components/examples.ts";
import { heading } from "#tests/components/places.ts";
import { renderScreen, reopen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const star = main.getByRole("button", { name: "Favorite", exact: true });
const POST = "/patreon/user/10/post/1";
const writes = async () =>
  (await api.requests(/\/favorites\/(creator|post)\//)).map(({ method, address }) => `${method} ${address}`);

async function answerPost(): Promise<void> {
  await answerPrefetches();
  await answerPostPages([listPost()]);
  await answerAccount();
  await answerFavorites();
}

test("the star of a visitor is the device's own: nothing is sent, and it stays", async () => {
  await answerPost();
  await renderScreen(POST);
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await expect.element(page.getByText("Added to the favorites on this device: Post 1")).toBeVisible();
  await reopen();
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await star.click();
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  expect(await writes()).toEqual([]);
});

test("a star that the browser does not store is not shown as a favorite", async () => {
  await answerPost();
  await renderScreen(POST);
  await expect.element(star).toBeVisible();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await star.click();
  await expect
    .element(page.getByText("Couldn't change the favorite. This browser doesn't allow storage."))
    .toBeVisible();
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  await expect.element(page.getByText(/Added to the favorites/)).not.toBeInTheDocument();
});

test("after the session has ended a star changes nothing and says so", async () => {
  await answerPost();
  await renderScreen(POST, { stored: { logged_in: "ended", post_favs: "patreon/10/1" } });
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect.element(page.getByText("Your session has ended. Log in to change favorites.")).toBeVisible();
  expect(localStorage.getItem("post_favs")).toBe("patreon/10/1");
});

test("the star of a post answers at once, and the server is asked once", async () => {
  await answerPost();
  const release = await api.hold(addFavoritePost, "");
  await renderScreen(POST, { stored: LOGGED_IN });
  await star.click();
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await expect.element(page.getByText("Added to favorites: Post 1")).toBeVisible();
  await expect.poll(writes).toEqual(["POST /api/v1/favorites/post/patreon/10/1"]);
  await release();
  await reopen();
  await expect.element(star).toHaveAttribute("aria-pressed", "false"); // the server's list has it no longer
});

test("the key of favorites toggles the post in view, with and without an account", async () => {
  await answerPost();
  await renderScreen(POST);
  await expect.element(heading).toBeVisible();
  await userEvent.keyboard("f");
  await expect.element(page.getByText("Added to the favorites on this device: Post 1")).toBeVisible();
  await answerFavorites({ posts: [favoritePost()] });
  await api.answer(removeFavoritePost, "");
  await renderScreen(POST, { stored: { ...LOGGED_IN, post_favs: "" } });
  await expect.element(star).toHaveAttribute("aria-pressed", "true"); // so the server has answered
  await userEvent.keyboard("f");
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  await expect.poll(writes).toEqual(["DELETE /api/v1/favorites/post/patreon/10/1"]);
});

test("a change stays while the server's favorites are on their way", async () => {
  await answerPost();
  await api.answer(removeFavoritePost, "");
  const both = [favoritePost({ id: "2" }), favoritePost()];
  const release = await api.hold(pageFavoritePosts, { count: 2, posts: both });
  await renderScreen(POST, { stored: { ...LOGGED_IN, post_favs: "patreon/10/1" } });
  await expect.poll(() => api.requests(/favorites\/posts/)).toHaveLength(1);
  await star.click();
  await expect.poll(writes).toEqual(["DELETE /api/v1/favorites/post/patreon/10/1"]);
  await release();
  await expect.poll(() => localStorage.getItem("post_favs")).toBe("patreon/10/2");
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
});

test("on a creator's page the key toggles the creator", async () => {
  await answerPost();
  await api.answer(addFavoriteCreator, "");
  await renderScreen("/patreon/user/10", { stored: LOGGED_IN });
  await expect.element(star).toBeVisible();
  await userEvent.keyboard("f");
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await expect.poll(writes).toEqual(["POST /api/v1/favorites/creator/patreon/10"]);
});

test("a favorite that the server refuses is taken back, and says why", async () => {
  await answerPost();
  await api.fail(addFavoritePost, 404, "Not Found");
  await renderScreen(POST, { stored: LOGGED_IN });
  await star.click();
  await expect.element(page.getByText(/Couldn't change the favorite patreon\/10\/1: 404/)).toBeVisible();
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
});

test("offline a favorite is kept and waits", async () => {
  await answerPost();
  await renderScreen(POST, { stored: LOGGED_IN });
  await expect.element(star).toBeVisible();
  setOnline(false);
  await star.click();
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  expect(await writes()).toEqual([]);
  await reopen();
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
});
