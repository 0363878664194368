/** Favorites of a visitor: kept on this device, listed, exported and imported without an account. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getRegistration } from "#shared/contracts/accounts.ts";
import {
  importFavorites,
  listFavorites,
  lookUpFavorites,
  pageFavoritePosts,
} from "#shared/contracts/favorites.ts";
import { getAccount } from "#shared/contracts/own-account.ts";
import { favoriteCreator, favoritePost } from "#tests/components/account.ts";
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

const CREATORS = [
  favoriteCreator({ id: "2", name: "Bo", updated: "2026-01-01T00:00:00", faved_seq: 2 }),
  favoriteCreator({ id: "1", name: "Ann", updated: "2026-03-01T00:00:00", faved_seq: 1 }),
];
const POSTS = [
  favoritePost({ id: "2", title: "Sun", published: "2026-01-01T00:00:00", faved_seq: 2 }),
  favoritePost({ id: "1", title: "Rain", published: "2026-03-01T00:00:00", faved_seq: 1 }),
];
const STORED = { favs: "patreon/1\npatreon/2", post_favs: "patreon/10/1\npatreon/10/2" };
const CREATOR_LIST = "/account/favorites/artists";
const POST_LIST = "/account/favorites/posts";

async function openList(at: string, stored: Record<string, string> = STORED): Promise<void> {
  await answerPrefetches();
  await api.fail(getAccount, 401);
  await api.answer(lookUpFavorites, { artists: CREATORS, posts: POSTS });
  await renderScreen(at, { stored });
}

test("the address of favorites lists a visitor's creators and posts, and nothing asks for an account", async () => {
  await openList("/favorites");
  await expect.poll(address).toBe(CREATOR_LIST);
  await expect.poll(names).toEqual(["Ann", "Bo"]);
  await expect
    .element(main.getByText("Kept on this device only. Log in or register to add them to an account."))
    .toBeVisible();
  const [{ body } = { body: "" }] = await api.requests(/lookup/);
  expect(body).toBe(
    JSON.stringify({
      artists: ["1", "2"].map((id) => ({ service: "patreon", id })),
      posts: ["1", "2"].map((id) => ({ service: "patreon", user: "10", id })),
    }),
  );
  await main.getByRole("link", { name: "Posts", exact: true }).click();
  await expect.poll(names).toEqual(["Sun", "Rain"]);
  await userEvent.selectOptions(main.getByLabelText("Sort by"), "Published");
  await expect.poll(names).toEqual(["Rain", "Sun"]);
  await userEvent.fill(filter, "sun");
  await expect.poll(names).toEqual(["Sun"]);
  expect(await violations()).toEqual([]);
  await api.answer(getRegistration, { registration: "open", set_up: true });
  await main.getByRole("link", { name: "Register" }).click();
  await expect.poll(address).toContain("/authentication/register?location=%2Faccount%2Ffavorites%2Fposts");
});

test("the account menu leads a visitor to the favorites", async () => {
  await openList("/contact");
  await menuButton.click();
  await accountMenu.getByRole("link", { name: "Favorites" }).click();
  await expect.poll(names).toEqual(["Ann", "Bo"]);
});

test("a favorite that is removed leaves the list, and comes back with undo", async () => {
  await openList(POST_LIST);
  await expect.poll(names).toEqual(["Sun", "Rain"]);
  await main.getByRole("button", { name: "Favorite: Sun" }).click();
  await expect.poll(names).toEqual(["Rain"]);
  await expect.element(main.getByText("1 post", { exact: true })).toBeVisible();
  expect(localStorage.getItem("post_favs")).toBe("patreon/10/1");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(names).toEqual(["Sun", "Rain"]);
});

test("a post that another tab loses to a takedown leaves the list", async () => {
  await openList(POST_LIST);
  await expect.poll(names).toEqual(["Sun", "Rain"]);
  localStorage.setItem("post_favs", "patreon/10/1");
  dispatchEvent(new StorageEvent("storage", { key: "post_favs" }));
  await expect.poll(names).toEqual(["Rain"]);
});

test("the list opens offline as it was, and says what waits", async () => {
  await openList(CREATOR_LIST);
  await expect.poll(names).toEqual(["Ann", "Bo"]);
  await expect.poll(() => offlineDb().account.get(`/api${lookUpFavorites.path}`)).toBeDefined();
  setOnline(false);
  await api.disconnect(lookUpFavorites);
  await api.disconnect(getAccount);
  localStorage.setItem("favs", `${STORED.favs}\nfantia/9`);
  await reopen();
  await expect.poll(names).toEqual(["Ann", "Bo"]);
  await expect.element(main.getByText("1 more favorite appears here once you're online.")).toBeVisible();
});

test("favorites that the archive does not have are counted, and kept", async () => {
  await openList(CREATOR_LIST, { ...STORED, favs: `${STORED.favs}\nfantia/9\nfantia/10` });
  await expect.element(main.getByText("2 more favorites aren't in this archive.")).toBeVisible();
  expect(localStorage.getItem("favs")).toBe(`${STORED.favs}\nfantia/9\nfantia/10`);
});

test("a browser that stores nothing says so, and nothing looks like a favorite", async () => {
  await openList("/account/favorites/export", {});
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const problem = page.getByText("Couldn't change the favorite. This browser doesn't allow storage.");
  const file = { artists: [{ service: "patreon", id: "1" }] };
  await userEvent.upload(
    main.getByLabelText("Import favorites.json"),
    new File([JSON.stringify(file)], "favorites.json"),
  );
  await expect.element(problem).toBeVisible();
  await main.getByRole("link", { name: "Creators" }).click();
  await expect
    .element(main.getByText("No favorite creators yet. Press the star on a creator's page."))
    .toBeVisible();
});

test("a file is exported with names, also offline, and imported without what the archive lacks", async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "#";
  });
  await openList("/account/favorites/export", { ...STORED, favs: "patreon/1\nfantia/9" });
  await main.getByRole("button", { name: "Download favorites.json" }).click();
  await expect.poll(() => files).toHaveLength(1);
  expect(JSON.parse((await files[0]?.text()) ?? "")).toEqual({
    artists: [
      { service: "patreon", id: "1", name: "Ann" },
      { service: "fantia", id: "9" },
    ],
    posts: [
      { service: "patreon", user: "10", id: "1", title: "Rain" },
      { service: "patreon", user: "10", id: "2", title: "Sun" },
    ],
  });
  await expect.element(main.getByText("Feed of new posts")).not.toBeInTheDocument();
  const chosen = { artists: [...CREATORS, { service: "fanbox", id: "5" }], posts: [] };
  await api.answer(lookUpFavorites, { artists: CREATORS, posts: [] });
  await userEvent.upload(
    main.getByLabelText("Import favorites.json"),
    new File([JSON.stringify(chosen)], "favorites.json"),
  );
  await expect.element(main.getByText("1 added, 1 already there, 1 not in this archive.")).toBeVisible();
  expect(localStorage.getItem("favs")).toBe("patreon/1\nfantia/9\npatreon/2");
  for (const endpoint of [listFavorites, pageFavoritePosts, importFavorites])
    expect(await api.requests(new RegExp(`${endpoint.path}$`))).toEqual([]);
});

test("after a session has ended the lists ask for a login, as the device may be another person's", async () => {
  await openList(CREATOR_LIST, { ...STORED, logged_in: "ended" });
  await expect.element(main.getByText("You must be registered to access this page.")).toBeVisible();
  expect(names()).toEqual([]);
});
