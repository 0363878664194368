/** Favorites made without a connection, on a browser that is killed; its profile is on disk, as a person's is. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "playwright/test";
import { browserOf } from "#tests/support/child-processes.ts";
import { register, someone } from "#tests/support/someone.ts";
import { interactive } from "../e2e/page.ts";
import { rowsOf, withWorker } from "./device.ts";

test.skip(process.platform !== "linux", "finds the browser in /proc");

const COUNT = 30;
let profile: string;
let start: () => Promise<BrowserContext>;
test.beforeEach(async ({ baseURL }, { project }) => {
  const url = baseURL ?? "";
  profile = await mkdtemp(join(tmpdir(), "roost-killed-"));
  start = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      ...project.use.launchOptions,
      baseURL: url,
      serviceWorkers: "allow",
    });
    await context.addCookies([{ name: "ssr", value: "0", url }]);
    return context;
  };
});
test.afterEach(() => rm(profile, { recursive: true, force: true }));

async function kill(context: BrowserContext): Promise<void> {
  const pid = await browserOf(profile);
  if (pid === undefined) throw new Error("The browser was not found.");
  const closed = context.waitForEvent("close");
  process.kill(pid, "SIGKILL");
  await closed;
}

const marked = (page: Page) =>
  page.evaluate(() => (localStorage.getItem("post_favs") ?? "").split("\n").filter(Boolean));

test("thirty favorites made offline survive the end of the browser, and are all there once", async () => {
  const first = await start();
  const page = await first.newPage();
  await withWorker(page);
  await register(page, someone(), "/posts");
  await first.close(); // the session's cookie is on disk from here on

  const second = await start();
  const offline = await second.newPage();
  await offline.goto("/posts");
  const cards = offline.getByRole("main").getByRole("article");
  await expect(cards.nth(COUNT)).toBeVisible();
  await interactive(offline); // keys are kept from then on
  /** Focuses the next card, which the next key is about. */
  const moveTo = async (card: number) => {
    await offline.keyboard.press("j");
    await expect(cards.nth(card).locator(":focus")).toHaveCount(1);
  };
  // The code of this key is on the device from then on, as after any visit with the service worker.
  await moveTo(0);
  await second.setOffline(true);
  for (let count = 1; count <= COUNT; count++) {
    await offline.keyboard.press("f");
    await expect.poll(() => marked(offline)).toHaveLength(count);
    if (count < COUNT) await moveTo(count);
  }
  await expect.poll(async () => (await rowsOf(offline, "queue")).length).toBe(COUNT);
  const wanted = (await marked(offline)).sort();
  await kill(second);

  const third = await start();
  try {
    const sent: string[] = [];
    third.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/favorites/post/")) sent.push(request.url());
    });
    const next = await third.newPage();
    await next.goto("/settings");
    await expect.poll(async () => (await rowsOf(next, "queue")).length).toBe(0);
    const answer = await next.request.get("/api/v1/account/favorites?type=post");
    const found = (await answer.json()) as { id: string; user: string; service: string }[];
    expect(found.map(({ service, user, id }) => `${service}/${user}/${id}`).sort()).toEqual(wanted);
    expect(new Set(sent).size).toBe(sent.length);
  } finally {
    await third.close();
  }
});
