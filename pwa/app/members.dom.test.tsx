/** An archive for members, as visitors and members see it. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getRegistration, logIn, logOut } from "#shared/contracts/accounts.ts";
import { getDeviceKey } from "#shared/contracts/own-account.ts";
import { listTags } from "#shared/contracts/post.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { FORGET_DEVICE } from "#shared/contracts/refusals.ts";
import { answerFavorites, answerWholeAccount, LOGGED_IN, ownAccount } from "#tests/components/account.ts";
import { answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { profile } from "#tests/components/examples.ts";
import { field, heading, main, submit } from "#tests/components/places.ts";
import { address, renderScreen, store } from "#tests/components/screen.tsx";
import { offlineDb } from "../offline/db/db.ts";

const site = { access: "members" } as const;
const LOGIN = "/authentication/login";
const search = page.getByRole("combobox", { name: /^Search/ });
const note = main.getByText("This archive is for members.");

test.each(["/patreon/user/10/post/1?q=x", "/posts", "/saved", "/settings", "/nowhere/at/all"])(
  "without a session %s leads to the login, which asks the server for nothing",
  async (path) => {
    await renderScreen(path, { site });
    await expect.poll(address).toBe(`${LOGIN}?location=${encodeURIComponent(path)}`);
    await expect.element(note).toBeVisible();
    await expect.element(search).not.toBeInTheDocument();
    expect(await api.requests(/./)).toEqual([]);
  },
);

test("a visitor without a connection is not promised visited pages", async () => {
  setOnline(false);
  await renderScreen("/posts", { site });
  await expect.element(page.getByText("You are offline", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Visited pages/)).not.toBeInTheDocument();
});

test("a login leads to the wanted page, with search and navigation", async () => {
  await answerWholeAccount();
  await answerFavorites();
  await api.answer(listTags, [{ tag: "night", post_count: 3 }]);
  await api.answer(logIn, ownAccount());
  await api.answer(getDeviceKey, { key: "A".repeat(43) });
  await renderScreen("/posts/tags", { site });
  await userEvent.fill(field("Username"), "bea");
  await userEvent.fill(field("Password"), "12345");
  await submit("Log in").click();
  await expect.poll(address).toBe("/posts/tags");
  await expect.element(main.getByRole("link", { name: /night/ })).toBeVisible();
  await expect.element(search).toBeVisible();
});

test("the operator's texts and an invitation are open to visitors", async () => {
  await renderScreen("/contact", { site });
  await expect.element(heading).toHaveTextContent("Contact");
  await api.answer(getRegistration, { registration: "invite", set_up: true });
  await renderScreen("/authentication/register#token", { site });
  await expect.element(field("Invitation")).toHaveValue("token");
  await expect.element(note).toBeVisible();
});

test("a session that the server ended leads to the login and back", async () => {
  await answerWholeAccount();
  await api.fail(listTags, 401, "You must be registered to access this page.");
  await renderScreen("/posts/tags", { site, stored: LOGGED_IN });
  await expect.poll(address).toBe(`${LOGIN}?location=%2Fposts%2Ftags`);
  expect(localStorage.getItem("logged_in")).toBe("ended");
  await answerFavorites();
  await api.answer(listTags, [{ tag: "night", post_count: 3 }]);
  await api.answer(logIn, ownAccount());
  await api.answer(getDeviceKey, { key: "A".repeat(43) });
  await userEvent.fill(field("Username"), "bea");
  await userEvent.fill(field("Password"), "12345");
  await submit("Log in").click();
  await expect.poll(address).toBe("/posts/tags");
  await expect.element(main.getByRole("link", { name: /night/ })).toBeVisible();
  expect(localStorage.getItem("logged_in")).toBe("yes");
  expect(localStorage.getItem("device-key")).toBe("1"); // what is stored from here on is encrypted
});

test("a logout in another tab leads to the login", async () => {
  await answerWholeAccount();
  await api.answer(listTags, [{ tag: "night", post_count: 3 }]);
  await renderScreen("/posts/tags", { site, stored: LOGGED_IN });
  await expect.element(main.getByRole("link", { name: /night/ })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  store({ logged_in: "leaving" });
  await expect.poll(address).toBe(`${LOGIN}?location=%2Fposts%2Ftags`);
  await expect.element(main.getByRole("link", { name: /night/ })).not.toBeInTheDocument();
});

/** Names of non-empty tables, of caches and of keys on the device. */
async function stored(): Promise<string[]> {
  const db = offlineDb();
  const counts = await Promise.all(
    db.tables.map(async (table) => [table.name, await table.count()] as const),
  );
  const tables = counts.flatMap(([name, count]) => (count > 0 ? [name] : []));
  const keys = Object.keys(localStorage).filter(
    (key) => !["install", "locale", "logged_in", "media", "theme"].includes(key),
  );
  return [...tables, ...(await caches.keys()), ...keys].sort();
}

const POST = { key: "patreon/10/1", creator: "patreon/10", savedAt: 1, bytes: 1, state: "whole", files: [] };
const CONTENT = {
  device: "1",
  seen: "patreon/10/1",
  visits: [{ href: "/patreon/user/10", title: "Ann Lantern" }],
  mutes: { creators: [], tags: ["night"] },
};

async function storeContent(): Promise<void> {
  await api.answer(getProfile, profile()); // asked for news of creators with saved posts after seconds
  const db = offlineDb();
  await db.table("saved").put({ ...POST, title: "A night", creatorName: "Ann", kinds: [] });
  await db.table("notes").put({ key: "patreon/10", text: "A note" });
  await db.table("answers").put({ key: "/api/v1/posts", usedAt: 1, bytes: 1, body: {} });
  const images = await caches.open("images-1");
  await images.put("/icons/patreon/10", new Response("picture"));
  const root = await navigator.storage.getDirectory();
  await root.getDirectoryHandle("zip", { create: true });
}

test("a logout asks first, then deletes all content from the device; settings stay", async () => {
  await answerWholeAccount();
  await answerPrefetches();
  await storeContent();
  await renderScreen("/authentication/logout", { site, stored: { ...LOGGED_IN, ...CONTENT, theme: "dark" } });
  await expect.element(main.getByText(/Logging out also deletes saved posts/)).toBeVisible();
  expect(await stored()).toContain("saved");
  await api.answer(logOut, true);
  await main.getByRole("button", { name: "Log out anyway" }).click();
  await expect.poll(address).toBe(LOGIN); // before all is deleted
  await expect.poll(stored).toEqual([]);
  expect(localStorage.getItem("theme")).toBe("dark");
  const files = async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const name of root.keys()) names.push(name);
    return names;
  };
  await expect.poll(files).toEqual([]);
  await expect.poll(() => localStorage.getItem("logged_in")).toBe(null);
});

test("a device that was locked out deletes all content and leads to the login", async () => {
  await answerWholeAccount();
  await storeContent();
  const headers = { [FORGET_DEVICE]: "1" };
  await api.fail(listTags, 401, "You must be registered to access this page.", { headers });
  await renderScreen("/posts/tags", { site, stored: { ...LOGGED_IN, ...CONTENT, theme: "dark" } });
  await expect.poll(address).toBe(`${LOGIN}?location=%2Fposts%2Ftags`);
  await expect.poll(stored).toEqual([]);
  expect(localStorage.getItem("logged_in")).toBe(null);
});

test("a logout of an open archive leaves the device's own content", async () => {
  await answerWholeAccount();
  await answerPrefetches();
  await storeContent();
  await api.answer(logOut, true);
  await renderScreen("/authentication/logout", { stored: { ...LOGGED_IN, ...CONTENT } });
  await expect.poll(address).toBe("/");
  expect(await stored()).toEqual(expect.arrayContaining(["answers", "images-1", "notes", "saved", "visits"]));
  await caches.delete("images-1");
});
