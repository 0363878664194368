/** The lists of favorites, their new posts, export and import. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  addFavoriteCreator,
  createFeedAddress,
  deleteFeedAddress,
  getFeedAddress,
  importFavorites,
  listFavorites,
  pageFavoritePosts,
  removeFavoriteCreator,
} from "#shared/contracts/favorites.ts";
import {
  answerAccount,
  answerFavorites,
  favoriteCreator,
  favoritePost,
  LOGGED_IN,
} from "#tests/components/account.ts";
import { answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { setOnline } from "#tests/components/connection.ts";
import { accountMenu, menuButton } from "#tests/components/places.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";
import { offlineDb } from "../../../offline/db/db.ts";

const main = page.getByRole("main");
const cards = main.getByRole("listitem");
const names = () => cards.elements().flatMap((card) => card.querySelector("h2")?.textContent ?? []);
const filter = main.getByRole("searchbox", { name: "Filter favorites" });
const undo = page.getByRole("button", { name: "Undo" });

const CREATORS = [
  favoriteCreator({ id: "1", name: "Ann", updated: "2026-01-01T00:00:00", faved_seq: 3 }),
  favoriteCreator({ id: "2", name: "Bo", updated: "2026-03-01T00:00:00", faved_seq: 1 }),
  favoriteCreator({ id: "3", name: "Cyd", updated: "2026-02-01T00:00:00", faved_seq: 2, service: "fanbox" }),
];
const CREATOR_LIST = "/account/favorites/artists";

async function openCreators(at = CREATOR_LIST, creators = CREATORS): Promise<void> {
  await answerPrefetches();
  await answerAccount();
  await answerFavorites({ creators });
  await renderScreen(at, { stored: LOGGED_IN });
}

test("new posts of favorite creators are counted until their list has been looked at", async () => {
  const set = vi.spyOn(navigator, "setAppBadge").mockResolvedValue();
  const clear = vi.spyOn(navigator, "clearAppBadge").mockResolvedValue();
  await openCreators();
  await expect.element(main.getByRole("link", { name: "Ann" })).toBeVisible();
  await expect.element(main.getByText("New", { exact: true })).not.toBeInTheDocument();
  await expect.poll(() => localStorage.getItem("post_favs")).toBe(""); // its requests have ended
  const [, ...others] = CREATORS;
  const updated = favoriteCreator({ id: "1", name: "Ann", updated: "2026-04-01T00:00:00", faved_seq: 3 });
  await answerFavorites({ creators: [updated, ...others] });
  await reopen("/account");
  await expect
    .element(main.getByRole("link", { name: /^Favorite creators/ }))
    .toHaveTextContent("1 with new posts");
  expect(set).toHaveBeenLastCalledWith(1);
  clear.mockClear();
  await menuButton.click();
  await expect.element(accountMenu.getByRole("link", { name: "Favorites" })).toHaveTextContent("1");
  await accountMenu.getByRole("link", { name: "Favorites" }).click();
  await expect.element(main.getByText("New", { exact: true })).toHaveLength(1);
  await menuButton.click();
  await expect.element(accountMenu.getByRole("link", { name: "Favorites" })).not.toHaveTextContent("1");
  expect(clear).toHaveBeenCalled();
});

test("creators are sorted and filtered, and the address says how", async () => {
  await openCreators();
  await expect.poll(names).toEqual(["Bo", "Cyd", "Ann"]);
  await userEvent.selectOptions(main.getByLabelText("Sort by"), "Date added");
  await expect.poll(address).toBe(`${CREATOR_LIST}?sort_by=faved_seq`);
  await expect.poll(names).toEqual(["Ann", "Cyd", "Bo"]);
  await main.getByRole("button", { name: "Descending" }).click();
  await expect.poll(address).toBe(`${CREATOR_LIST}?sort_by=faved_seq&order=asc`);
  await expect.poll(names).toEqual(["Bo", "Cyd", "Ann"]);
  await userEvent.fill(filter, "fanbox");
  await expect.poll(names).toEqual(["Cyd"]);
  await userEvent.fill(filter, "nobody");
  await expect.element(main.getByText("No matches.")).toBeVisible();
});

test("profiles of one person are one card if asked, by the first of the order, with the others named", async () => {
  const [ann, bo, cyd] = CREATORS.map((creator, at) => ({ ...creator, relation_id: at === 0 ? null : 7 }));
  await openCreators(CREATOR_LIST, [ann!, bo!, cyd!]);
  await expect.poll(names).toEqual(["Bo", "Cyd", "Ann"]);
  const together = main.getByRole("button", { name: "Group linked accounts" });
  await together.click();
  await expect.poll(address).toBe(`${CREATOR_LIST}?by=person`);
  await expect.poll(names).toEqual(["Bo", "Ann"]);
  await expect
    .element(main.getByRole("link", { name: "Also on Pixiv Fanbox" }))
    .toHaveAttribute("href", "/fanbox/user/3");
  await expect.element(main.getByText("3 creators")).toBeVisible();
  await filter.fill("cyd");
  await expect.poll(names).toEqual(["Cyd"]);
  await filter.clear();
  await expect.poll(names).toEqual(["Bo", "Ann"]);
  await expect.element(together).toHaveAttribute("aria-pressed", "true");
  await together.click();
  await expect.poll(names).toHaveLength(3);
});

test("there are fifty creators a page", async () => {
  const many = Array.from({ length: 60 }, (_, at) =>
    favoriteCreator({ id: `${at}`, name: `Creator ${at}`, faved_seq: at }),
  );
  await openCreators(`${CREATOR_LIST}?sort_by=faved_seq&order=asc`, many);
  await expect.element(cards.first()).toHaveTextContent("Creator 0");
  await main.getByRole("link", { name: "Next page" }).click();
  await expect.poll(names).toEqual(many.slice(50).map(({ name }) => name));
  expect(address()).toContain("o=50");
});

test("a creator that is removed leaves the list, and comes back with undo", async () => {
  await openCreators();
  await expect.poll(names).toEqual(["Bo", "Cyd", "Ann"]);
  await api.answer(removeFavoriteCreator, "");
  await api.answer(addFavoriteCreator, "");
  await main.getByRole("button", { name: "Favorite: Bo" }).click();
  await expect.poll(names).toEqual(["Cyd", "Ann"]);
  await undo.click();
  await expect.poll(names).toEqual(["Bo", "Cyd", "Ann"]);
});

test("an empty list says how to fill it", async () => {
  await openCreators(CREATOR_LIST, []);
  await expect
    .element(main.getByText("No favorite creators yet. Press the star on a creator's page."))
    .toBeVisible();
  await answerFavorites();
  await renderScreen("/account/favorites/posts", { stored: LOGGED_IN });
  await expect.element(main.getByText("No favorite posts yet. Press the star on a post.")).toBeVisible();
});

test("the list opens offline as it was, and says what waits", async () => {
  await openCreators();
  await expect.poll(names).toHaveLength(3);
  await expect.poll(() => offlineDb().account.get(`/api${listFavorites.path}?type=artist`)).toBeDefined();
  setOnline(false);
  await api.disconnect(listFavorites);
  await api.disconnect(pageFavoritePosts);
  localStorage.setItem("favs", `${localStorage.getItem("favs")}\nfantia/9`);
  await reopen();
  await expect.poll(names).toEqual(["Bo", "Cyd", "Ann"]);
  await expect.element(main.getByText("1 more favorite appears here once you're online.")).toBeVisible();
});

test("posts come by pages of the server, and a filter looks through all of them", async () => {
  await answerPrefetches();
  await answerAccount();
  await answerFavorites({
    posts: [favoritePost({ id: "1", title: "Rain" }), favoritePost({ id: "2", title: "Sun", faved_seq: 2 })],
  });
  await renderScreen("/account/favorites/posts", { stored: LOGGED_IN });
  await expect.poll(names).toEqual(["Rain", "Sun"]);
  await userEvent.fill(filter, "sun");
  await expect.poll(names).toEqual(["Sun"]);
});

test("the exported file has what another archive reads", async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "#";
  });
  await answerAccount();
  await answerFavorites({ creators: CREATORS.slice(0, 1), posts: [favoritePost({ title: "Rain" })] });
  await renderScreen("/account/favorites/export", { stored: LOGGED_IN });
  await main.getByRole("button", { name: "Download favorites.json" }).click();
  await expect.poll(() => files).toHaveLength(1);
  expect(JSON.parse((await files[0]?.text()) ?? "")).toEqual({
    artists: [{ service: "patreon", id: "1", name: "Ann" }],
    posts: [{ service: "patreon", user: "10", id: "1", title: "Rain" }],
  });
});

test("favorites are imported from a file, and it is said how many were new", async () => {
  await openCreators("/account/favorites/export");
  const chooser = main.getByLabelText("Import favorites.json");
  await userEvent.upload(chooser, new File(["no"], "favorites.json"));
  await expect.element(main.getByText("The list of favorites is not valid.")).toBeVisible();
  await api.answer(importFavorites, { added: 2, known: 1, missing: 3 });
  const file = { artists: [{ service: "patreon", id: "1", name: "Ann" }], posts: [] };
  await userEvent.upload(chooser, new File([JSON.stringify(file)], "favorites.json"));
  await expect.element(main.getByText("2 added, 1 already there, 3 not in this archive.")).toBeVisible();
});

test("a list of another site is read too, and what was not read or is not here is said", async () => {
  await openCreators("/account/favorites/export");
  await api.answer(importFavorites, { added: 1, known: 0, missing: 1 });
  const text = "https://kemono.example/patreon/user/7\nhttps://www.patreon.com/posts/9\nhello\nfanbox,8,5\n";
  await userEvent.upload(main.getByLabelText("Import favorites.json"), new File([text], "list.txt"));
  await expect.element(main.getByText("1 added, 0 already there, 2 not in this archive.")).toBeVisible();
  await expect
    .element(main.getByText("Administrators can add this list to what the archive is missing."))
    .toBeVisible();
  await expect.element(main.getByText("3: hello")).toBeVisible();
  const [request] = await api.requests(/favorites\/import$/);
  expect(JSON.parse(request?.body ?? "")).toEqual({
    artists: [{ service: "patreon", id: "7" }],
    posts: [{ service: "fanbox", user: "8", id: "5" }],
  });
});

test("the address of the own feed is made, shown once, replaced and deleted", async () => {
  await answerAccount();
  await answerFavorites();
  await renderScreen("/account/favorites/export", { stored: LOGGED_IN });
  await api.answer(createFeedAddress, { token: "first" });
  const created_at = "2026-11-23T10:00:00";
  const make = main.getByRole("button", { name: "Create feed link" });
  await expect.element(make).toBeVisible();
  await api.answer(getFeedAddress, { created_at });
  await make.click();
  const shown = main.getByLabelText("Copy it now, it isn't shown again. An older one no longer works.");
  await expect.element(shown).toHaveValue(`${location.origin}/api/v1/favorites/feed/first?format=rss`);
  expect(await violations()).toEqual([]);
  await api.answer(createFeedAddress, { token: "second" });
  await main.getByRole("button", { name: "Replace address" }).click();
  await expect.element(shown).toHaveValue(`${location.origin}/api/v1/favorites/feed/second?format=rss`);
  await api.fail(deleteFeedAddress, 500, "Something failed.");
  await main.getByRole("button", { name: "Delete address" }).click();
  await expect.element(main.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await api.answer(deleteFeedAddress, true);
  await api.answer(getFeedAddress, { created_at: null });
  await main.getByRole("button", { name: "Delete address" }).click();
  await expect.element(make).toBeVisible();
  await expect.element(shown).not.toBeInTheDocument();
});
