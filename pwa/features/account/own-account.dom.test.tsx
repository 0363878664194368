/** Pages of the own account, and access to them. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { logOut } from "#shared/contracts/accounts.ts";
import { listNotifications } from "#shared/contracts/notifications.ts";
import {
  changePassword,
  changeUsername,
  endSession,
  getAccount,
  listSessions,
} from "#shared/contracts/own-account.ts";
import { getTasks } from "#shared/contracts/tasks.ts";
import {
  answerAccount,
  answerFavorites,
  answerWholeAccount,
  LOGGED_IN,
  session,
} from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { field, heading, main, submit } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

test("a page of an account says what it needs, and the login leads back to it", async () => {
  await api.fail(getAccount, 401);
  await renderScreen("/account/notifications");
  await expect.element(heading).toHaveTextContent("You must be registered to access this page.");
  await main.getByRole("link", { name: "Log in" }).click();
  await expect.poll(address).toBe("/authentication/login?location=%2Faccount%2Fnotifications");
});

test("a page for administrators says so to others", async () => {
  await answerAccount();
  await answerFavorites();
  await renderScreen("/account/administrator/accounts/1", { stored: LOGGED_IN });
  await expect.element(heading).toHaveTextContent("Account is not administrator.");
});

test("a session that the server has ended leads to the login, and what is stored stays for it", async () => {
  for (const endpoint of [getAccount, getTasks]) await api.fail(endpoint, 401);
  await answerFavorites();
  await renderScreen("/account", { stored: { ...LOGGED_IN, favs: "patreon/10" } });
  await expect.element(heading).toHaveTextContent("You must be registered to access this page.");
  await expect.poll(() => localStorage.getItem("logged_in")).toBe("ended");
  expect(localStorage.getItem("favs")).toBe("patreon/10");
});

test("stored data of a session that has ended does not log in again", async () => {
  await answerWholeAccount();
  await renderScreen("/account", { stored: LOGGED_IN });
  await expect.element(heading).toHaveTextContent("Account");
  await api.fail(getAccount, 401);
  await api.answer(listNotifications, {
    props: { currentPage: "account", title: "Your notifications", notifications: [] },
  });
  await main.getByRole("link", { name: "Notifications" }).click(); // asks for the account again
  await expect.element(heading).toHaveTextContent("You must be registered to access this page.");
  await expect.poll(() => localStorage.getItem("logged_in")).toBe("ended");
  const asked = (await api.requests(/v1\/account$/)).length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await api.requests(/v1\/account$/)).length).toBe(asked);
  expect(localStorage.getItem("logged_in")).toBe("ended");
});

test("an account that was logged out offline is not let in again: its session ends first", async () => {
  await api.answer(logOut, true);
  await api.fail(getAccount, 401);
  await renderScreen("/account", { stored: { logged_in: "leaving" } });
  await expect.element(heading).toHaveTextContent("You must be registered to access this page.");
  const sent = (await api.requests(/account|logout/)).map(({ method, address: at }) => `${method} ${at}`);
  expect(sent.slice(0, 2)).toEqual(["POST /api/v1/authentication/logout", "GET /api/v1/account"]);
  expect(localStorage.getItem("logged_in")).toBeNull();
});

test("a change of the password is checked, and a wrong current one is said", async () => {
  await answerWholeAccount();
  await renderScreen("/account/change_password", { stored: LOGGED_IN });
  await submit("Change password").click();
  await expect.element(main.getByText("Password cannot be empty.", { exact: true })).toBeVisible();
  await expect.element(main.getByText("New password cannot be empty.")).toBeVisible();
  await userEvent.fill(field("Current password"), "old one");
  await userEvent.fill(field("New password"), "new one");
  await submit("Change password").click();
  await expect.element(main.getByText("New password and confirmation do not match.")).toBeVisible();
  await userEvent.fill(field("Confirm new password"), "new one");
  await expect
    .element(main.getByRole("link", { name: "create a new one" }))
    .toHaveAttribute("href", "/account/favorites/export");
  await api.fail(changePassword, 400, "Password is incorrect.", { times: 1 });
  await submit("Change password").click();
  await expect.element(main.getByText("Password is incorrect.")).toBeVisible();
  await api.answer(changePassword, true);
  await submit("Change password").click();
  await expect.poll(address).toBe("/account");
  await expect.element(page.getByText("Password changed.")).toBeVisible();
});

test("a duplicate name is warned of until it is changed", async () => {
  await answerWholeAccount({ is_duplicate: true });
  await renderScreen("/account", { stored: LOGGED_IN });
  await main.getByRole("status").getByRole("link", { name: "Change username" }).click();
  await expect.poll(address).toBe("/account/change_username");
  await api.answer(changeUsername, true);
  await answerWholeAccount({ username: "dee" });
  await userEvent.fill(field("New username"), "dee");
  await userEvent.fill(field("Current password"), "12345");
  await submit("Change username").click();
  await expect.poll(address).toBe("/account");
  await expect.element(main.getByText("dee", { exact: true })).toBeVisible();
  await expect.element(main.getByText(/same username/)).not.toBeInTheDocument();
});

test("another session can be ended, one's own is marked", async () => {
  await answerWholeAccount();
  await renderScreen("/account/sessions", { stored: LOGGED_IN });
  const items = main.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect.element(items).toHaveLength(2);
  await expect.element(items.first()).toHaveTextContent("Chrome · Linux");
  await expect.element(items.first()).toHaveTextContent("This session");
  await api.answer(endSession, true);
  await api.answer(listSessions, [session()]);
  await items.nth(1).getByRole("button").click();
  await expect.element(items).toHaveLength(1);
  expect((await api.requests(/sessions\//)).map(({ method, address }) => `${method} ${address}`)).toEqual([
    "DELETE /api/v1/account/sessions/s2",
  ]);
});

/** Everything of this origin that a script can read, as text. */
