/** Favorites and mutes for all profiles of a person at once. */
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listLinks } from "#shared/contracts/creators.ts";
import { addFavoriteCreator, removeFavoriteCreator } from "#shared/contracts/favorites.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { answerCreators } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { linkedCreator } from "#tests/components/creator-links.ts";
import { listPosts, profile } from "#tests/components/examples.ts";
import { main, pressMore } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const CREATOR = "/patreon/user/10";
const OTHERS = [
  linkedCreator({ service: "fanbox", id: "20", name: "Bea" }),
  linkedCreator({ service: "fantia", id: "30", name: "Cyd" }),
];
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const favorites = () => (localStorage.getItem("favs") ?? "").split("\n").filter(Boolean).sort();
const muted = () =>
  (JSON.parse(localStorage.getItem("mutes") ?? "{}").creators ?? []).map(
    ({ name }: { name: string }) => name,
  );
const ALL = ["fanbox/20", "fantia/30", "patreon/10"];

beforeEach(async () => {
  await answerCreators([]);
  await api.answer(getProfile, profile({ id: "10", name: "Ann", relation_id: 7 }));
  await api.answer(listCreatorPosts, listPosts(2));
  await api.answer(listLinks, OTHERS);
});

test("a favorite offers the linked profiles, and one undo takes all back", async () => {
  await renderScreen(CREATOR);
  await press("Favorite");
  await expect.poll(favorites).toEqual(["patreon/10"]);
  await press("All profiles");
  await expect.poll(favorites).toEqual(ALL);
  await expect.element(page.getByText("Added to the favorites on this device: Ann, Bea, Cyd")).toBeVisible();
  await press("Undo");
  await expect.poll(favorites).toEqual([]);
  await expect
    .element(main.getByRole("button", { name: "Favorite" }))
    .toHaveAttribute("aria-pressed", "false");
});

test("a mute offers the linked profiles; what was muted before stays so after undo", async () => {
  const bea = { service: "fanbox", id: "20", name: "Bea" };
  await renderScreen(CREATOR, { stored: { mutes: { creators: [bea] } } });
  await pressMore("Mute creator");
  await press("All profiles");
  await expect.element(page.getByText("Muted: Ann, Cyd")).toBeVisible();
  await expect.poll(muted).toEqual(["Bea", "Ann", "Cyd"]);
  await press("Undo");
  await expect.poll(muted).toEqual(["Bea"]);
});

test("links that cannot be read change nothing more, and the notice says so", async () => {
  await api.disconnect(listLinks);
  await renderScreen(CREATOR);
  await pressMore("Mute creator");
  await press("All profiles");
  await expect.element(page.getByText(/^Couldn't reach the server/)).toBeVisible();
  expect(muted()).toEqual(["Ann"]);
});

test("a creator without links offers nothing more", async () => {
  await api.answer(getProfile, profile({ id: "10", name: "Ann", relation_id: null }));
  await renderScreen(CREATOR);
  await pressMore("Mute creator");
  await expect.element(page.getByText("Muted: Ann")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "All profiles" })).not.toBeInTheDocument();
});

test("the linked accounts have buttons for all profiles", async () => {
  await renderScreen(`${CREATOR}/links`, { stored: { favs: "fanbox/20" } });
  const star = main.getByRole("button", { name: "Favorite all profiles" });
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await expect.poll(favorites).toEqual(ALL);
  await press("Undo");
  await expect.poll(favorites).toEqual(["fanbox/20"]);
  await press("Mute all profiles");
  await expect.element(main.getByRole("button", { name: "Unmute all profiles" })).toBeVisible();
  await expect.poll(muted).toEqual(["Ann", "Bea", "Cyd"]);
  await press("Unmute all profiles");
  await expect.poll(muted).toEqual([]);
});

test("favorites of an account are sent for each profile", async () => {
  await answerAccount();
  await answerFavorites();
  await api.answer(addFavoriteCreator, "");
  await api.answer(removeFavoriteCreator, "");
  await renderScreen(`${CREATOR}/links`, { stored: LOGGED_IN });
  await press("Favorite all profiles");
  const sent = async () =>
    (await api.requests(/\/favorites\/creator\//))
      .map(({ method, address }) => `${method} ${address}`)
      .sort();
  await expect
    .poll(sent)
    .toEqual(ALL.map((key) => expect.stringMatching(`^POST .*/favorites/creator/${key}$`)));
});
