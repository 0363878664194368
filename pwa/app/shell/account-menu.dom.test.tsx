/** The account menu of the header: its links, the number of notifications, and logging out. */
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { logOut } from "#shared/contracts/accounts.ts";
import { getTasks } from "#shared/contracts/tasks.ts";
import {
  answerAccount,
  answerFavorites,
  answerNotifications,
  favoriteCreator,
  LOGGED_IN,
} from "#tests/components/account.ts";
import { answerPosts, answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { answerPendingDms, pendingDm } from "#tests/components/dm-review.ts";
import { DAY } from "#tests/components/examples.ts";
import { accountMenu, isRed, main, menuButton } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

test("the menu of a visitor leads to favorites, login and registration, by keyboard too", async () => {
  await renderScreen("/contact");
  await expect.element(menuButton).toBeVisible();
  (menuButton.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(accountMenu.getByRole("link", { name: "Log in" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(accountMenu).not.toBeInTheDocument();
  await expect.element(menuButton).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(accountMenu.getByRole("link", { name: "Favorites" })).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(accountMenu.getByRole("link", { name: "Log in" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe("/authentication/login?location=%2Fcontact");
  await expect.element(accountMenu).not.toBeInTheDocument();
});

test("the menu of an account has its name and the number of new notifications", async () => {
  await answerAccount({}, 3);
  await answerFavorites();
  await renderScreen("/contact", { stored: LOGGED_IN });
  await expect.element(menuButton).toHaveAccessibleName("Account menu, 3 new notifications");
  await menuButton.click();
  await expect.element(accountMenu.getByText("bea")).toBeVisible();
  const links = accountMenu.getByRole("link").elements();
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/account",
    "/account/favorites/artists",
    "/account/notifications",
    "/account/review_dms",
    "/authentication/logout",
  ]);
});

test("viewing notifications clears their number; none is said plainly", async () => {
  await answerAccount({}, 1);
  await answerFavorites();
  const extra_info = { old_role: "consumer", new_role: "moderator" };
  await answerNotifications([
    { id: 2, type: 1, extra_info, isSeen: false, created_at: DAY },
    { id: 1, type: 99, extra_info: null, isSeen: true, created_at: DAY },
  ]);
  await renderScreen("/contact", { stored: LOGGED_IN });
  await expect.element(menuButton).toHaveAccessibleName(/1 new/);
  await answerAccount({}, 0);
  await menuButton.click();
  await accountMenu.getByRole("link", { name: /Notifications/ }).click();
  const items = main.getByRole("listitem");
  await expect.element(items.first()).toHaveTextContent("Your role changed from Consumer to Moderator.");
  await expect.element(items.first()).toHaveTextContent("New");
  await expect.element(items.nth(1)).toHaveTextContent("Something about your account changed.");
  await expect.element(menuButton).toHaveAccessibleName("Account menu");
  await answerNotifications([]);
  await renderScreen("/account/notifications", { stored: LOGGED_IN });
  await expect.element(main.getByText("There are no notifications.")).toBeVisible();
});

test("the menu says whether DMs wait for the review, and leads there", async () => {
  await answerAccount();
  await answerFavorites();
  await api.answer(getTasks, { dms: 3, moderation: null });
  await answerPendingDms([pendingDm()]);
  await renderScreen("/contact", { stored: LOGGED_IN });
  await menuButton.click();
  const link = accountMenu.getByRole("link", { name: "Review DMs DMs are waiting" });
  await expect.element(link).toBeVisible();
  expect(isRed(link)).toBe(true);
  expect(isRed(accountMenu.getByRole("link", { name: "Log out" }))).toBe(false);
  await link.click();
  await expect.poll(address).toBe("/account/review_dms");
});

async function everythingStored(): Promise<string> {
  const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
  for (const { name = "" } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of db.objectStoreNames)
      found.push(
        await new Promise((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        }),
      );
    db.close();
  }
  return JSON.stringify(found);
}

test.each([true, false])(
  "logging out (online: %s) leaves nothing of the account on the device",
  async (isOnline) => {
    await answerPrefetches();
    await answerPosts([]);
    await answerAccount({ username: "canary-name" });
    await answerFavorites({ creators: [favoriteCreator({ id: "canary-id", name: "Canary" })] });
    await renderScreen("/account/favorites/artists", { stored: LOGGED_IN });
    await expect.element(main.getByRole("link", { name: "Canary" })).toBeVisible();
    await expect.poll(everythingStored).toContain("canary-name");
    await expect.poll(everythingStored).toContain("canary-id");
    if (isOnline) await api.answer(logOut, true);
    else {
      await api.disconnect(logOut);
      setOnline(false);
    }
    await menuButton.click();
    await accountMenu.getByRole("link", { name: "Log out" }).click();
    await expect.poll(address).toBe("/");
    expect(await everythingStored()).not.toMatch(/canary/i);
    expect(localStorage.getItem("logged_in")).toBe(isOnline ? null : "leaving");
    await menuButton.click();
    await expect.element(accountMenu.getByRole("link", { name: "Register" })).toBeVisible();
  },
);
