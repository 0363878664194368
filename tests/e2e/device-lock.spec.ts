/** Copies on the device of a member: encrypted, locked by a PIN or passkey, and gone when the device is locked out. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { member, PASSWORD } from "#tests/support/accounts.ts";
import { CREATOR, POST, readPicture, startMembersArchive, TITLE } from "#tests/support/members-archive.ts";
import type { TestServer } from "#tests/support/server.ts";
import { logIn } from "#tests/support/someone.ts";
import { violations } from "./axe.ts";
import { heading, pathOf, visit } from "./page.ts";

const PIN = "482 913";

test.describe.configure({ mode: "parallel" });

/** A browser with a profile on the disk, which can be closed and opened again. */
async function openBrowser(playwright: typeof import("playwright/test"), profile: string) {
  const { launchOptions } = test.info().project.use;
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    serviceWorkers: "allow",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return { context, page };
}

const newProfile = () => mkdtemp(join(tmpdir(), "roost-profile-"));

/** Logs in and saves the post with its picture. */
async function saveThePost(page: Page, server: TestServer, host = server.url): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("media", JSON.stringify({ all: true, asked: true })));
  await page.goto(host + POST);
  await logIn(page, { name: "bea", password: PASSWORD });
  await expect(heading(page)).toHaveText(TITLE);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole("button", { name: "Save offline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved on this device.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
}

/** On the page of the account's devices. */
async function setPin(page: Page): Promise<void> {
  const section = page.getByRole("region", { name: "Lock of this device" });
  await section.getByRole("radio", { name: "A PIN" }).check();
  await section.getByLabel("New PIN").fill(PIN);
  await section.getByLabel("Repeat the PIN").fill(PIN);
  await section.getByRole("button", { name: "Set PIN" }).click();
  await expect(section.getByRole("button", { name: "Lock now" })).toBeVisible();
}

async function enterPin(page: Page, pin: string): Promise<void> {
  await page.getByLabel("PIN").fill(pin);
  await page.getByRole("button", { name: "Unlock" }).click();
}

const isLocked = (page: Page) => expect(heading(page)).toHaveText("Locked");

/** Width of the post's picture, whatever it is for this screen; 0 while it is not there. */
const pictureWidth = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("img", { name: "harbor.png" })
    .evaluate((img: HTMLImageElement) => img.naturalWidth);

/** Whatever of the archive and its key is on the device. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const rows = (name: string) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = async () => {
          const db = opening.result;
          let count = 0;
          for (const store of db.objectStoreNames) {
            const counting = db.transaction(store).objectStore(store).count();
            await new Promise((done) => counting.addEventListener("success", done));
            count += counting.result;
          }
          db.close();
          resolve(count);
        };
      });
    let count = 0;
    for (const { name = "" } of await indexedDB.databases()) count += await rows(name);
    return { rows: count, caches: (await caches.keys()).filter((name) => !name.includes("precache")) };
  });

/** Files below the folder in which something of the archive can be read. */
async function tracesOnDisk(folder: string): Promise<string[]> {
  const traces = [Buffer.from(CREATOR), Buffer.from(TITLE), await readPicture()];
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0)); // deleted meanwhile
    for (const trace of traces)
      if (bytes.includes(trace))
        found.push(`${trace.subarray(0, 20).toString("latin1")} in ${entry.parentPath}/${entry.name}`);
  }
  return found;
}

test("a saved post opens offline with the PIN, is never readable on the disk, and is gone once the account was disabled", {
  tag: "@once",
}, async ({ playwright }) => {
  await using server = await startMembersArchive();
  const root = await member(server, "root", "administrator");
  const bea = await member(server, "bea");
  const profile = await newProfile();
  let { context, page } = await openBrowser(playwright as never, profile);
  await saveThePost(page, server);
  await visit(page, "/account/sessions");
  await setPin(page);
  await context.close();
  expect(await tracesOnDisk(profile)).toEqual([]);

  ({ context, page } = await openBrowser(playwright as never, profile));
  await context.setOffline(true);
  await page.goto(server.url + POST, { waitUntil: "commit" });
  await isLocked(page);
  expect(await violations(page, "lock screen")).toEqual([]);
  await enterPin(page, "000000");
  await expect(page.getByText(/^Wrong PIN\. After 9 more wrong attempts/)).toBeVisible();
  await enterPin(page, PIN);
  await expect(heading(page)).toHaveText(TITLE);
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(0);
  // Another window gets the key from this one.
  const second = await context.newPage();
  await second.goto(server.url + POST, { waitUntil: "commit" });
  await expect(heading(second)).toHaveText(TITLE);
  await second.close();

  await root.send("PATCH", `/v1/account/administrator/account/${bea.id}`, {
    role: "consumer",
    disabled: true,
  });
  await context.setOffline(false);
  await page.goto(`${server.url}/posts`).catch(() => undefined); // its worker goes with the rest
  await expect.poll(() => pathOf(page)).toBe("/authentication/login");
  await expect.poll(async () => (await stored(page)).rows).toBe(0);
  await context.close();
  expect(await tracesOnDisk(profile)).toEqual([]);
  await rm(profile, { recursive: true, force: true });
});

test("after ten wrong PINs everything stored is gone", { tag: "@once" }, async ({ browser }) => {
  await using server = await startMembersArchive();
  await member(server, "bea");
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await saveThePost(page, server);
  await visit(page, "/account/sessions");
  await setPin(page);
  await page.getByRole("button", { name: "Lock now" }).click();
  await context.setOffline(true);
  for (let attempt = 1; attempt <= 9; attempt++) {
    await isLocked(page);
    await enterPin(page, "000000");
    const left = attempt === 9 ? "1 more wrong attempt," : `${10 - attempt} more wrong attempts,`;
    await expect(page.getByText(left)).toBeVisible();
    // Starting again gives no further attempt.
    if (attempt % 4 === 0) await page.reload({ waitUntil: "commit" });
  }
  await enterPin(page, "000000");
  await expect(page.getByText("everything stored on this device was deleted")).toBeVisible();
  await expect.poll(() => stored(page)).toEqual({ rows: 0, caches: [] });
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("saved");
  await page.reload({ waitUntil: "commit" });
  await expect.poll(() => pathOf(page)).toBe("/authentication/login");
  await context.close();
});

/** One that asks nobody, confirms everything, and has secrets to give. */
async function withAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey unlocks, and logging in again opens a device whose lock is lost, with what it has", {
  tag: "@once",
}, async ({ browser }) => {
  await using server = await startMembersArchive();
  await member(server, "bea");
  const host = server.url.replace("127.0.0.1", "localhost"); // passkeys belong to a domain name
  const context: BrowserContext = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await withAuthenticator(page);
  await saveThePost(page, server, host);
  await visit(page, "/account/sessions");
  await page.getByRole("radio", { name: "A passkey" }).check();
  await page.getByRole("button", { name: "Lock now" }).click();
  await isLocked(page);
  await page.getByRole("button", { name: "Unlock with the passkey" }).click();
  await expect(heading(page)).toHaveText("Devices and tokens");

  await setPin(page);
  await page.getByRole("button", { name: "Lock now" }).click();
  await isLocked(page);
  await page.getByRole("button", { name: "Log in again" }).click();
  await expect.poll(() => pathOf(page)).toBe("/authentication/login");
  // The session has ended: without the right password nobody gets the key.
  await page.getByRole("main").getByLabel("Username").fill("bea");
  await page.getByRole("main").getByLabel("Password").fill("not her password");
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Username or password is incorrect" }),
  ).toBeVisible();
  await Promise.all([page.waitForEvent("load"), logIn(page, { name: "bea", password: PASSWORD })]); // it starts again
  await visit(page, "/saved");
  await expect(page.getByRole("main").getByText(TITLE)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main").getByText(TITLE)).toBeVisible();
  await context.close();
});

test("a device with a limit opens again only once it has reached the archive", {
  tag: "@once",
}, async ({ browser }) => {
  await using server = await startMembersArchive();
  await member(server, "bea");
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await saveThePost(page, server);
  await visit(page, "/account/sessions");
  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(page.getByText("Lock changed")).toBeVisible();
  // First: an answer that came at the later time, or was noted then, would be the last contact.
  await context.setOffline(true);
  await page.goto("about:blank");
  await page.clock.install({ time: Date.now() + 8 * 24 * 60 * 60_000 });
  await page.goto(server.url + POST, { waitUntil: "commit" });
  await expect(page.getByText("This device has not reached the archive for 7 days.")).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page)).toHaveText(TITLE);
  await context.close();
});
