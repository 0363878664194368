/** An archive for members, with its own server: what a visitor sees, an invitation, and what a logout leaves on the device. */
import { expect, type Page, test } from "playwright/test";
import { member, PASSWORD } from "#tests/support/accounts.ts";
import {
  CREATOR,
  CREATOR_PATH,
  ICON,
  POST,
  startMembersArchive,
  TITLE,
} from "#tests/support/members-archive.ts";
import { logIn } from "#tests/support/someone.ts";
import { violations } from "./axe.ts";
import { deferredPartsLoaded, heading, interactive, pathOf, pressMore, visit, watchConsole } from "./page.ts";

const NOTE = "This archive is for members.";

/** Texts of all answers that the page gets. */
function watchAnswers(page: Page): Promise<string>[] {
  const answers: Promise<string>[] = [];
  page.on("response", (response) => void answers.push(response.text().catch(() => "")));
  return answers;
}

test("a visitor comes to the login, a member from there to the wanted post; logging out locks it again", async ({
  page,
}) => {
  await using server = await startMembersArchive();
  await member(server, "bea");
  const faults = watchConsole(page);
  const answers = watchAnswers(page);
  await page.goto(server.url + POST);
  await expect
    .poll(() => page.url())
    .toBe(`${server.url}/authentication/login?location=${encodeURIComponent(POST)}`);
  await expect(page.getByText(NOTE)).toBeVisible();
  await interactive(page);
  await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  expect(await violations(page, "login")).toEqual([]);
  for (const text of await Promise.all(answers))
    for (const word of [CREATOR, TITLE]) expect(text).not.toContain(word);
  for (const path of ["/", POST, CREATOR_PATH, "/posts"])
    for (const headers of [{}, { "user-agent": "Mobile" }] as Record<string, string>[])
      expect(await (await server.get(path, { headers })).text()).not.toMatch(/Lantern|harbor|hydration-data/);

  await logIn(page, { name: "bea", password: PASSWORD });
  await expect.poll(() => pathOf(page)).toBe(POST);
  await expect(heading(page)).toHaveText(TITLE);
  await expect(page.getByRole("combobox", { name: /^Search/ })).toBeVisible();

  await visit(page, "/authentication/logout");
  await expect.poll(() => pathOf(page)).toBe("/authentication/login");
  await expect(page.getByText("Logged out.")).toBeVisible();
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe("/authentication/login");
  await expect(page.getByText(NOTE)).toBeVisible();
  await expect(page.getByText(TITLE)).toHaveCount(0);
  // The device may have asked for takedowns just as the session ended.
  expect(faults.filter((fault) => !/ 401 .*\/api\/v1\/removed\?/.test(fault))).toEqual([]);
});

test("an administrator's invitation leads to a registration, once", async ({ page, browser }) => {
  await using server = await startMembersArchive();
  await member(server, "root", "administrator");
  await page.goto(`${server.url}/account/administrator/accounts/1`);
  await logIn(page, { name: "root", password: PASSWORD });
  const main = page.getByRole("main");
  await expect(main.getByText("Only members can see this archive.")).toBeVisible();
  await expect(main.getByText("Anyone can register and then see everything.")).toBeVisible();
  await main.getByRole("radio", { name: "By invitation" }).click();
  await expect(main.getByRole("radio", { name: "By invitation" })).toBeChecked();
  await main.getByRole("radio", { name: "1 day" }).check();
  await main.getByRole("button", { name: "Create an invitation" }).click();
  await expect(main.getByRole("img", { name: "QR code of the invitation" })).toBeVisible();
  expect(await violations(page, "accounts with an invitation")).toEqual([]);
  const link = (await main.locator("code").textContent()) ?? "";
  expect(link).toMatch(/\/authentication\/register#[\w-]{43}$/);

  const context = await browser.newContext();
  const guest = await context.newPage();
  const form = guest.getByRole("main");
  await guest.goto(link);
  await expect(guest.getByText(NOTE)).toBeVisible();
  await form.getByLabel("Username", { exact: true }).fill("guest");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Register", exact: true }).click();
  await expect(heading(guest)).toHaveText("Recovery codes");
  await visit(guest, POST);
  await expect(heading(guest)).toHaveText(TITLE);
  await context.close();

  await page.reload();
  await expect(main.getByText("Used by guest")).toBeVisible();
  await expect(main.getByRole("button", { name: "Revoke" })).toHaveCount(0);
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a logout leaves nothing that the worker could answer with", { tag: "@once" }, async ({ page }) => {
    await using server = await startMembersArchive();
    await member(server, "bea");
    await page.goto(server.url + CREATOR_PATH);
    await logIn(page, { name: "bea", password: PASSWORD });
    await expect(heading(page)).toHaveText(CREATOR);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const statusOf = (path: string) => page.evaluate(async (to) => (await fetch(to)).status, path);
    const cached = () => page.evaluate(async () => (await (await caches.open("images-1")).keys()).length);
    expect(await statusOf(ICON)).toBe(200);
    await expect.poll(cached).toBe(1);
    await page.context().setOffline(true);
    expect(await statusOf(ICON)).toBe(200); // the worker's own
    await page.context().setOffline(false);

    await visit(page, "/authentication/logout");
    await expect.poll(() => pathOf(page)).toBe("/authentication/login");
    expect(await page.evaluate(() => caches.has("images-1"))).toBe(false);
    expect(await statusOf(ICON)).toBe(401);
    expect(await statusOf("/api/v1/posts")).toBe(401);
    const rest = await page.evaluate(() => caches.keys());
    expect(rest.filter((name) => !name.includes("precache"))).toEqual([]);
    // The app itself still starts, also offline, with the login.
    await page.context().setOffline(true);
    await page.goto(server.url + POST, { waitUntil: "commit" });
    await expect(page.getByText(NOTE)).toBeVisible();
    await expect(page.getByText(TITLE)).toHaveCount(0);
  });
});

test("a feed reader logs in with a token that its member created, until that is revoked", async ({
  page,
}) => {
  await using server = await startMembersArchive();
  await member(server, "bea");
  await page.goto(`${server.url}/account/sessions`);
  await logIn(page, { name: "bea", password: PASSWORD });
  const tokens = page.getByRole("region", { name: "Access tokens" });
  await tokens.getByRole("button", { name: "Create a token" }).click();
  await tokens.getByLabel("Name").fill("Reader");
  await tokens.getByRole("button", { name: "Create a token" }).click();
  const secret = await tokens.getByText(/^roost_/).innerText();
  const read = async () => {
    const authorization = `Basic ${Buffer.from(`bea:${secret}`).toString("base64")}`;
    const feed = await server.get("/api/v1/posts/feed?format=rss", { headers: { authorization } });
    return [feed.status, (await feed.text()).includes(TITLE)];
  };
  expect((await server.get("/api/v1/posts/feed?format=rss")).status).toBe(401);
  expect(await read()).toEqual([200, true]);
  await tokens.getByRole("button", { name: "Revoke token: Reader" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(tokens.getByText("You have no access tokens.")).toBeVisible();
  expect(await read()).toEqual([401, false]);
  await visit(page, "/posts");
  await page.getByRole("button", { name: "View", exact: true }).click();
  const link = page.getByRole("navigation", { name: "Feed" }).getByRole("link", { name: "access token" });
  await expect(link).toHaveAttribute("href", "/account/sessions");
});

test("a friend sees the post of a link with its picture, and nothing else, until it is revoked", async ({
  page,
  browser,
}) => {
  await using server = await startMembersArchive();
  const bea = await member(server, "bea");
  const [{ icon }] = await server.sql<[{ icon: string }]>`select icon from creators`;
  await server.sql`update posts set file = ${server.sql.json({ name: "harbor.png", path: icon })}`;
  await page.goto(server.url + POST);
  await logIn(page, { name: "bea", password: PASSWORD });
  await expect(heading(page)).toHaveText(TITLE);
  await deferredPartsLoaded(page);
  await pressMore(page, "Link for a friend");
  const dialog = page.getByRole("dialog", { name: "Link for a friend" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByText(/\/guest#/).innerText();

  const context = await browser.newContext();
  const friend = await context.newPage();
  await friend.addInitScript(() => localStorage.setItem("media", JSON.stringify({ all: true, asked: true })));
  const faults = watchConsole(friend);
  await friend.goto(link);
  await expect(heading(friend)).toHaveText(TITLE);
  const picture = friend.getByRole("main").getByRole("img", { name: "harbor.png" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await violations(friend, "guest")).toEqual([]);
  expect(faults).toEqual([]);
  await friend.goto(server.url + CREATOR_PATH);
  await expect.poll(() => pathOf(friend)).toBe("/authentication/login");

  const [{ id } = { id: 0 }] = await bea.json<{ id: number }[]>("/v1/account/guest_links");
  await bea.send("DELETE", `/v1/account/guest_links/${id}`);
  await friend.goto(link);
  await expect(heading(friend)).toHaveText("This link is not valid anymore");
  expect((await context.request.get(`${server.url}/data${icon}`)).status()).toBe(401);
  await context.close();
});
