/** Posts that a friend saves of a link: they open offline until its end, and nothing of them stays after that. */
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { GUEST_CACHES, GUEST_STATE } from "#shared/rules/guest-copies.ts";
import { member, PASSWORD, type Visitor } from "#tests/support/accounts.ts";
import { buildPost } from "#tests/support/factories.ts";
import { POST, startMembersArchive, TITLE } from "#tests/support/members-archive.ts";
import type { TestServer } from "#tests/support/server.ts";
import { logIn } from "#tests/support/someone.ts";
import { violations } from "./axe.ts";
import { heading, interactive, pressMore, visit, watchConsole } from "./page.ts";

const LINKS = "/v1/account/guest_links";
const OTHER = "Rainy street";
const DAY = 24 * 60 * 60 * 1_000;
const COPY = "Copy on this device.";
const ENDED = "This link is not valid anymore";

test.use({ serviceWorkers: "allow" });

const main = (page: Page) => page.getByRole("main");
const isoOf = (time: number) => new Date(time).toISOString().slice(0, 19);

async function linkOf(server: TestServer, maker: Visitor, more: object = {}): Promise<string> {
  const body = { service: "patreon", user: "7", post: "1", expires_at: isoOf(Date.now() + DAY), ...more };
  const { status, text } = await maker.post(LINKS, body);
  expect([status, text]).toEqual([201, expect.any(String)]);
  return `${server.url}/guest#${(JSON.parse(text) as { token: string }).token}`;
}

/** Shows hidden media, as a friend would who has agreed to it. */
const showMedia = (page: Page) =>
  page.addInitScript(() => localStorage.setItem("media", JSON.stringify({ all: true, asked: true })));

async function openAndSave(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(heading(page)).toHaveText(TITLE);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await main(page).getByRole("button", { name: "Save offline" }).click();
  await expect(main(page).getByText("Saved on this device.", { exact: false })).toBeVisible();
}

const widthOfPicture = (page: Page) =>
  main(page)
    .getByRole("img", { name: "harbor.png" })
    .evaluate((img: HTMLImageElement) => img.naturalWidth);

/** Loads a page without a connection; its load event would wait for what cannot come. */
async function openOffline(page: Page, link: string): Promise<void> {
  await page.context().setOffline(true);
  await page.goto("about:blank"); // else only the fragment changes
  await page.goto(link, { waitUntil: "commit" });
}

/** All that caches, but the one of the app's files, and databases hold, as one text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      if (name.includes("-precache-")) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push(name, request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        });
        found.push(JSON.stringify(rows));
      }
      db.close();
    }
    return found.join("\n");
  });

async function withPicture(server: TestServer): Promise<string> {
  const [{ icon }] = await server.sql<[{ icon: string }]>`select icon from creators`;
  return icon;
}

/** Result of a file request by the page: status and bytes, or that it failed. */
const askFor = (page: Page, path: string, headers: Record<string, string> = {}) =>
  page.evaluate(
    async ([to, sent]) => {
      try {
        const response = await fetch(to, { headers: sent });
        return `${response.status} ${(await response.arrayBuffer()).byteLength}`;
      } catch {
        return "failed";
      }
    },
    [path, headers] as const,
  );

/** Lets what is saved of links end now. A link of seconds would end before a slow machine has saved it. */
const endCopies = (page: Page) =>
  page.evaluate(
    async ([prefix, entry, ends]) => {
      for (const name of await caches.keys()) {
        if (!name.startsWith(prefix)) continue;
        const cache = await caches.open(name);
        const state: object = await (await cache.match(entry))?.json();
        await cache.put(entry, Response.json({ ...state, ends }));
      }
    },
    [GUEST_CACHES, GUEST_STATE, Date.now()] as const,
  );

async function expectNothingLeft(page: Page, path: string): Promise<void> {
  await expect.poll(() => stored(page)).not.toContain("guest-link:");
  const left = await stored(page);
  for (const trace of [TITLE, path]) expect(left).not.toContain(trace);
}

test("a saved post opens offline with its picture until the end of its link, and is then deleted", async ({
  page,
}) => {
  await using server = await startMembersArchive();
  const bea = await member(server, "bea");
  const path = await withPicture(server);
  await page.clock.install();
  await showMedia(page);
  const faults = watchConsole(page);
  const link = await linkOf(server, bea, { max_opens: 1 });
  await openAndSave(page, link);
  expect(await violations(page, "saved post of a link")).toEqual([]);
  expect(faults).toEqual([]);
  expect(await stored(page)).toContain(TITLE);

  await openOffline(page, link);
  await expect(heading(page)).toHaveText(TITLE);
  await expect(main(page).getByText(COPY, { exact: false })).toBeVisible();
  await expect.poll(() => widthOfPicture(page)).toBeGreaterThan(0);
  expect(await askFor(page, `/data${path}`)).toMatch(/^200 [1-9]/);
  expect(await askFor(page, `/data${path}`, { range: "bytes=0-9" })).toBe("206 10");
  expect(await violations(page, "copy of a link")).toEqual([]);

  // Only the page of the link gets it.
  await visit(page, "/authentication/login");
  await expect(heading(page)).toHaveText(/Log in/);
  expect(await askFor(page, `/data${path}`)).toBe("failed");
  expect(await askFor(page, `/thumbnail/data${path}`)).toBe("failed");

  await page.goto("about:blank");
  await page.goto(link, { waitUntil: "commit" });
  await expect(heading(page)).toHaveText(TITLE);
  await page.clock.fastForward(DAY);
  await expect(heading(page)).toHaveText(ENDED);
  await expectNothingLeft(page, path);
  expect(await askFor(page, `/data${path}`)).toBe("failed");
});

test("the service worker itself serves nothing after the end, and a later start finds nothing", {
  tag: "@once",
}, async ({ page }) => {
  await using server = await startMembersArchive();
  const bea = await member(server, "bea");
  const path = await withPicture(server);
  const link = await linkOf(server, bea);
  // For the page it is an hour ago, so that only the worker notices the end.
  await page.clock.setFixedTime(Date.now() - 60 * 60 * 1_000);
  await showMedia(page);
  await page.goto(link);
  await expect(heading(page)).toHaveText(TITLE);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await main(page).getByRole("button", { name: "Save offline" }).click();
  await expect(main(page).getByText("Saved on this device.", { exact: false })).toBeVisible();
  await page.context().setOffline(true);
  expect(await askFor(page, `/data${path}`)).toMatch(/^200 /);
  await endCopies(page);
  expect(await askFor(page, `/data${path}`)).toBe("failed");
  await expectNothingLeft(page, path);

  const later = await page.context().newPage();
  await later.goto(link, { waitUntil: "commit" });
  await expect(main(later).getByText("You are offline")).toBeVisible();
  await expect(later.getByText(TITLE)).toHaveCount(0);
});

test("a revoked link deletes what was saved of it at the next contact; one that is used up does not", {
  tag: "@once",
}, async ({ page }) => {
  await using server = await startMembersArchive();
  const bea = await member(server, "bea");
  const path = await withPicture(server);
  await showMedia(page);
  const link = await linkOf(server, bea, { max_opens: 1 });
  await openAndSave(page, link);

  // Opened as often as it may be, and the visit is over: the copy stays.
  await server.sql`update guest_visits set expires_at = now()`;
  await page.reload();
  await expect(main(page).getByText(COPY, { exact: false })).toBeVisible();
  await expect(heading(page)).toHaveText(TITLE);
  await expect.poll(() => widthOfPicture(page)).toBeGreaterThan(0);

  await openOffline(page, link);
  await expect(heading(page)).toHaveText(TITLE);
  const [{ id } = { id: 0 }] = await bea.json<{ id: number }[]>(LINKS);
  await bea.send("DELETE", `${LINKS}/${id}`);
  await expect(heading(page)).toHaveText(TITLE); // it cannot know yet
  await page.context().setOffline(false);
  await expect(heading(page)).toHaveText(ENDED);
  await expectNothingLeft(page, path);

  // On any other page the next start is the contact.
  const other = await linkOf(server, bea, { password: "harbor lights" });
  await page.goto(other);
  await page.getByLabel("Password").fill("harbor lights");
  await main(page).getByRole("button", { name: "Open" }).click();
  await expect(heading(page)).toHaveText(TITLE);
  await main(page).getByRole("button", { name: "Save offline" }).click();
  await expect(main(page).getByText("Saved on this device.", { exact: false })).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await main(page).getByRole("button", { name: "Show the copy on this device" }).click();
  await expect(heading(page)).toHaveText(TITLE);
  await server.sql`delete from guest_links`;
  await page.goto(`${server.url}/authentication/login`);
  await expectNothingLeft(page, path);
});

async function friendOf(page: Page): Promise<[BrowserContext, Page]> {
  const context = await page.context().browser()!.newContext({ serviceWorkers: "allow" });
  const friend = await context.newPage();
  await showMedia(friend);
  return [context, friend];
}

test("a collection is shared from its page; a friend opens its posts, saves one and finds it offline", async ({
  page,
}) => {
  await using server = await startMembersArchive();
  await member(server, "bea");
  await buildPost(server.sql, { user: "7", id: "2", title: OTHER });
  await buildPost(server.sql, { user: "7", id: "3", title: "Not in it" });
  await page.goto(server.url + POST);
  await logIn(page, { name: "bea", password: PASSWORD });
  await pressMore(page, "Add to collection");
  await page.getByLabel("New collection").fill("Rainy days");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: /^Rainy days 1/ })).toBeChecked();
  await page.keyboard.press("Escape");
  await visit(page, "/patreon/user/7/post/2");
  await pressMore(page, "Add to collection");
  await page.getByRole("checkbox", { name: /^Rainy days/ }).check();
  await expect(page.getByRole("checkbox", { name: /^Rainy days 2/ })).toBeChecked();
  await page.keyboard.press("Escape");
  await visit(page, "/collections");
  await main(page)
    .getByRole("link", { name: /^Rainy days/ })
    .click();
  await expect(heading(page)).toHaveText("Rainy days");
  await pressMore(page, "Link for a friend");
  const dialog = page.getByRole("dialog", { name: "Link for a friend" });
  await expect(dialog.getByText("Later changes are not in the link.", { exact: false })).toBeVisible();
  expect(await violations(page, "link to a collection")).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByText(/\/guest#/).innerText();
  await page.keyboard.press("Escape");
  await visit(page, "/account/guest_links");
  await expect(main(page).getByRole("listitem")).toContainText("Rainy days");
  await expect(main(page).getByRole("listitem")).toContainText("2 posts");

  const [context, friend] = await friendOf(page);
  await friend.goto(link);
  await expect(heading(friend)).toHaveText("Rainy days");
  await expect(main(friend).getByRole("listitem")).toHaveText(
    [TITLE, OTHER].map((title) => new RegExp(title)),
  );
  expect(await violations(friend, "collection of a link")).toEqual([]);
  await interactive(friend);
  await main(friend).getByRole("link", { name: OTHER }).click();
  await expect(heading(friend)).toHaveText(OTHER);
  await main(friend).getByRole("link", { name: "All posts" }).click();
  await main(friend).getByRole("link", { name: TITLE }).click();
  await expect(heading(friend)).toHaveText(TITLE);
  await friend.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await main(friend).getByRole("button", { name: "Save offline" }).click();
  await expect(main(friend).getByText("Saved on this device.", { exact: false })).toBeVisible();

  await openOffline(friend, link);
  await expect(heading(friend)).toHaveText("Rainy days");
  await expect(main(friend).getByRole("listitem")).toHaveCount(1);
  await main(friend).getByRole("link", { name: TITLE }).click();
  await expect.poll(() => widthOfPicture(friend)).toBeGreaterThan(0);

  // A post that the link does not show anymore leaves the copy when the link is opened again.
  await server.sql`update posts set hidden = true where id = '1'`;
  await friend.context().setOffline(false);
  await friend.goto("about:blank");
  await friend.goto(link);
  await expect(main(friend).getByRole("listitem")).toHaveCount(1);
  await expectNothingLeft(friend, await withPicture(server));
  await context.close();
});
