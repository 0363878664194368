/** Logging in and registering. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getRegistration, logIn, register } from "#shared/contracts/accounts.ts";
import { addFavoriteCreator, addFavoritePost, importFavorites } from "#shared/contracts/favorites.ts";
import { makeRecoveryCodes } from "#shared/contracts/own-account.ts";
import {
  answerAccount,
  answerFavorites,
  answerWholeAccount,
  favoriteCreator,
  ownAccount,
} from "#tests/components/account.ts";
import { answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { field, heading, main, submit } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";
import { offlineDb } from "../../offline/db/db.ts";

const NOBODY = { registration: "open", set_up: true } as const;
const bodies = async (pattern: RegExp) =>
  (await api.requests(pattern)).filter(({ method }) => method !== "GET").map(({ body }) => body);

async function logInAs(name: string, password: string): Promise<void> {
  await userEvent.fill(field("Username"), name);
  await userEvent.fill(field("Password"), password);
  await submit("Log in").click();
}

test("a login says what is missing at its field, moves there, and sends nothing", async () => {
  await renderScreen("/authentication/login");
  await submit("Log in").click();
  await expect.element(main.getByText("Username is required.")).toBeVisible();
  await expect.element(main.getByText("Password is required.")).toBeVisible();
  await expect.element(field("Username")).toHaveFocus();
  await expect.element(field("Username")).toHaveAccessibleDescription("Username is required.");
  await userEvent.fill(field("Username"), "bea");
  await submit("Log in").click();
  await expect.element(field("Password")).toHaveFocus();
  await expect.element(main.getByText("Username is required.")).not.toBeInTheDocument();
  expect(await api.requests(/login/)).toEqual([]);
});

test("a login leads back to where one came from, and the device has only what the account needs", async () => {
  await api.fail(logIn, 400, "Username or password is incorrect", { times: 1 });
  await renderScreen("/authentication/login?location=%2Fcontact");
  await logInAs("bea", "wrong one");
  await expect.element(main.getByText("Username or password is incorrect")).toBeVisible();
  expect(address()).toBe("/authentication/login?location=%2Fcontact");
  await api.answer(logIn, ownAccount({ is_duplicate: true }));
  await answerAccount({ is_duplicate: true });
  await answerFavorites({ creators: [favoriteCreator()] });
  await logInAs("bea", "right one");
  await expect.poll(address).toBe("/contact");
  expect(localStorage.getItem("logged_in")).toBe("yes");
  expect(localStorage.getItem("role")).toBe("consumer");
  expect(localStorage.getItem("is_duplicate")).toBe("1");
  await expect.poll(() => localStorage.getItem("favs")).toBe("patreon/10");
  expect(JSON.stringify({ ...localStorage })).not.toContain("right one");
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "a login never leads to %s",
  async (location) => {
    await answerPrefetches();
    await api.answer(logIn, ownAccount());
    await answerAccount();
    await answerFavorites();
    await renderScreen(`/authentication/login?location=${encodeURIComponent(location)}`);
    await logInAs("bea", "12345");
    await expect.poll(address).toBe("/");
    await expect.poll(() => api.requests(/artists\/updated/)).not.toHaveLength(0);
  },
);

test("somebody who is logged in already becomes the account of the session", async () => {
  await answerPrefetches(); // the home page of the test before may still ask
  await api.fail(logIn, 409, "Already logged in");
  await answerAccount({ username: "cyd" });
  await answerFavorites();
  await renderScreen("/authentication/login?location=%2Faccount");
  await logInAs("cyd", "12345");
  await expect.poll(address).toBe("/account");
  await expect.element(main.getByText("cyd")).toBeVisible();
});

test("a registration is checked at each field, makes the account, logs in and offers recovery codes", async () => {
  await api.answer(getRegistration, NOBODY);
  await renderScreen("/authentication/register?location=%2Fcontact");
  await userEvent.fill(field("Username"), "b a");
  await userEvent.fill(field("Password"), "1234");
  await userEvent.fill(field("Confirm password"), "1234");
  await submit("Register").click();
  await expect.element(main.getByText("Username doesn't match pattern [A-Za-z0-9_@+.\\-]*")).toBeVisible();
  await expect.element(main.getByText("Password must have at least 5 characters.")).toBeVisible();
  await userEvent.fill(field("Username"), "bea");
  await userEvent.fill(field("Password"), "12345");
  await submit("Register").click();
  await expect.element(main.getByText("Passwords don't match.")).toBeVisible();
  await expect.element(field("Confirm password")).toHaveFocus();
  expect(await bodies(/register$/)).toEqual([]);
  await userEvent.fill(field("Confirm password"), "12345");
  await api.fail(register, 409, "Username is already taken.", { times: 1 });
  await submit("Register").click();
  await expect.element(field("Username")).toHaveAccessibleDescription(/already taken/);
  await answerWholeAccount();
  await api.answer(register, true);
  await api.answer(logIn, ownAccount());
  await submit("Register").click();
  await expect.poll(address).toBe("/account/recovery_codes?location=%2Fcontact");
  await api.answer(makeRecoveryCodes, ["AAAA-BBBB", "CCCC-DDDD"]);
  await submit("Replace recovery codes").click();
  await expect.element(main.getByText("CCCC-DDDD")).toBeVisible();
  await submit("Continue").click();
  await expect.poll(address).toBe("/contact");
});

test("creators of a favorites.json come along with a registration", async () => {
  await api.answer(getRegistration, NOBODY);
  await api.answer(register, true);
  await api.answer(logIn, ownAccount());
  await renderScreen("/authentication/register");
  const file = (text: string) => new File([text], "favorites.json", { type: "application/json" });
  const chooser = field("Import favorites (optional)");
  await userEvent.upload(chooser, file("[1]"));
  await expect.element(main.getByText("The list of favorites is not valid.")).toBeVisible();
  await userEvent.upload(
    chooser,
    file('{"artists":[{"service":"patreon","id":"10","name":"Ann"}],"posts":[]}'),
  );
  await expect.element(main.getByText("The list of favorites is not valid.")).not.toBeInTheDocument();
  await userEvent.fill(field("Username"), "bea");
  await userEvent.fill(field("Password"), "12345");
  await userEvent.fill(field("Confirm password"), "12345");
  await answerWholeAccount();
  await submit("Register").click();
  await expect.element(heading).toHaveTextContent("Recovery codes");
  const [body = "{}"] = await bodies(/register$/);
  expect(JSON.parse(body)).toEqual({
    username: "bea",
    password: "12345",
    confirm_password: "12345",
    favorites_json: '[{"service":"patreon","artist_id":"10"}]',
  });
});

test("data of another account on the device is deleted at the login", async () => {
  const { queue } = offlineDb();
  await queue.add({
    idempotencyKey: "1",
    target: "x",
    method: "POST",
    address: "/x",
    madeAt: 1,
    refused: "401",
  });
  localStorage.setItem("device", "1"); // that there is a database
  await api.answer(logIn, ownAccount({ id: 8 }));
  await answerAccount({ id: 8 });
  await answerFavorites();
  await renderScreen("/authentication/login?location=%2Fcontact", {
    stored: { logged_in: "ended", favs: "patreon/10", post_favs: "patreon/10/1", role: "administrator" },
  });
  await logInAs("cyd", "12345");
  await expect.poll(address).toBe("/contact");
  await expect.poll(() => localStorage.getItem("post_favs")).toBe("");
  expect(localStorage.getItem("favs")).toBe("");
  expect(localStorage.getItem("role")).toBe("consumer");
  expect(await queue.count()).toBe(0);
});

const OF_DEVICE = { favs: "patreon/10", post_favs: "patreon/10/1\npatreon/10/2" };
const added = async () =>
  (await api.requests(/favorites\/(creator|post)\//)).map(({ method, address: at }) => `${method} ${at}`);

test("a login says which favorites of this device it adds, and adds them", async () => {
  await api.answer(logIn, ownAccount());
  await api.answer(addFavoriteCreator, "");
  await api.answer(addFavoritePost, "");
  await answerAccount();
  await answerFavorites();
  await renderScreen("/authentication/login?location=%2Fcontact", { stored: OF_DEVICE });
  await expect
    .element(main.getByText("1 creator and 2 posts from this device will be added to your favorites."))
    .toBeVisible();
  await logInAs("bea", "12345");
  await expect.poll(address).toBe("/contact");
  await expect.element(page.getByText("3 favorites from this device added to your account.")).toBeVisible();
  await expect
    .poll(added)
    .toEqual([
      "POST /api/v1/favorites/creator/patreon/10",
      "POST /api/v1/favorites/post/patreon/10/1",
      "POST /api/v1/favorites/post/patreon/10/2",
    ]);
  await expect.poll(() => offlineDb().queue.count()).toBe(0);
});

test.each([
  [true, "added in one request"],
  [false, "kept for the next login"],
])(
  "favorites that the browser can't queue are not lost (the server answers: %s): they are %s",
  async (answers) => {
    await api.answer(logIn, ownAccount());
    await answerAccount();
    await answerFavorites({ creators: [favoriteCreator()] });
    if (answers) await api.answer(importFavorites, { added: 3, known: 0, missing: 0 });
    else await api.fail(importFavorites, 500, "Something failed.");
    await renderScreen("/authentication/login?location=%2Fcontact", { stored: OF_DEVICE });
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await logInAs("bea", "12345");
    if (answers) await expect.poll(address).toBe("/contact");
    else await expect.element(main.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
    const file = {
      artists: [{ service: "patreon", id: "10" }],
      posts: ["1", "2"].map((id) => ({ service: "patreon", user: "10", id })),
    };
    expect(await bodies(/favorites\/import/)).toEqual([JSON.stringify(file)]);
    if (!answers) expect(localStorage.getItem("post_favs")).toBe(OF_DEVICE.post_favs);
  },
);

test("favorites of this device can be removed instead, also before a registration", async () => {
  await api.answer(getRegistration, NOBODY);
  await renderScreen("/authentication/register", { stored: { favs: "patreon/10" } });
  const note = main.getByText("1 creator from this device will be added to your favorites.");
  await expect.element(note).toBeVisible();
  await submit("Remove from this device").click();
  await expect.element(note).not.toBeInTheDocument();
  expect(localStorage.getItem("favs")).toBe("");
});

test("favorites of a session that has ended are not taken for the device's", async () => {
  await renderScreen("/authentication/login", { stored: { ...OF_DEVICE, logged_in: "ended" } });
  await expect.element(field("Username")).toBeVisible();
  await expect.element(main.getByText(/from this device/)).not.toBeInTheDocument();
});
