/**
 * The installed app's start and its saved posts, offline, beside the least page that shows the same (start-floor/), and
 * encrypted beside plain. Each start is a browser of its own with a profile that is kept, its processor slowed four times.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "playwright";
import { OFFLINE_DB } from "#shared/rules/offline-db.ts";
import type { PostRow, SavedRow } from "../../pwa/offline/db/records.ts";
import { findBrowser } from "../support/browser.ts";
import { benchLibrary, firstFrames } from "./bench-library.ts";
import { type Line, ms, percentile, spreadOf, table } from "./measure.ts";
import { openFloor } from "./start-floor.ts";

const CPU_SLOWDOWN = 4;
const STARTS = 9;
const OPENED = 6;
/** Time after the first cards in which the page settles; not measured. */
const SETTLED_MS = 1_000;
const VISITOR = JSON.stringify({ all: true, asked: true });
const CARDS = "main article h2";

interface Side {
  origin: string;
  profile: string;
  /** Cards: what is measured when they are drawn. */
  selectors: Record<string, string>;
}

interface Times {
  [cards: string]: number[];
  opened: number[];
  loaded: number[];
  /** All saved files, read once from the service worker. */
  files: number[];
}

interface SavedPost {
  address: string;
  title: string;
  /** Some of its words, as they stand in one text node. */
  words: string;
}

type Rows = { saved: SavedRow[]; posts: PostRow[] };

/** @throws Error where the app is not built */
export async function benchStart(archive: string): Promise<Line[]> {
  const page = await fetch(`${archive}/saved`);
  if (!page.ok || !(await page.text()).includes('id="root"'))
    throw new Error("Build the app first: npm run build");
  const folder = await mkdtemp(join(tmpdir(), "roost-start-"));
  const { file } = await findBrowser(console.log);
  try {
    await using floorServer = await openFloor(archive);
    const ours: Side = {
      origin: archive,
      profile: join(folder, "ours"),
      selectors: {
        own: CARDS,
        up: `html[data-app] ${CARDS}`,
      },
    };
    const floor: Side = {
      origin: floorServer.origin,
      profile: join(folder, "floor"),
      selectors: { own: CARDS },
    };
    const rows = await saveAll(file, ours);
    const posts = await seed(file, floor, rows);
    const encrypted: Side = { ...ours, profile: join(folder, "encrypted") };
    await saveAll(file, encrypted);
    await encrypt(file, encrypted);
    const sides = { ours, floor, encrypted };
    const paths = rows.saved.flatMap(({ files }) =>
      files.flatMap(({ state, path }) => (state === "whole" ? [path] : [])),
    );
    const found = { ours: noTimes(), floor: noTimes(), encrypted: noTimes() };
    const names = ["ours", "floor", "encrypted"] as const;
    for (let round = 0; round <= STARTS; round += 1) {
      for (const side of round % 2 === 0 ? names : names.toReversed()) {
        const times = await measure(file, sides[side], posts, side === "floor" ? [] : paths);
        if (round === 0) continue; // the browser compiles what it keeps
        for (const [name, values] of Object.entries(times)) found[side][name]!.push(...values);
      }
    }
    const lines = [...linesOf(found.ours, found.floor), ...encryptedLines(found.encrypted, found.ours)];
    console.log(table(lines)); // before the next, which may fail
    return [...lines, ...(await withMany(file, ours))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const noTimes = (): Times => ({ own: [], up: [], opened: [], loaded: [], files: [] });

type Lines = (what: string, own: number[], least: number[], goals: Record<number, number>) => Line[];

const linesBeside =
  (control: string): Lines =>
  (what, own, least, goals) =>
    [0.5, 0.95].map((share) => {
      const [time, limit] = [percentile(own, share), percentile(least, share)];
      const goal = goals[share];
      return {
        what: `start: ${what}, p${share * 100} of ${own.length}, CPU ${CPU_SLOWDOWN}x slower`,
        ours: ms(time),
        limit: `${ms(limit)} ${control}`,
        ratio: time / limit,
        ...(share === 0.5 ? { spread: spreadOf(own, least) } : {}),
        goal: goal === undefined ? "" : `<= ${goal}`,
        met: goal === undefined ? undefined : time / limit <= goal,
      };
    });

function encryptedLines(encrypted: Times, plain: Times): Line[] {
  const lines = linesBeside("not encrypted");
  const goals = { 0.5: 1.5, 0.95: 1.5 };
  return [
    ...lines("encrypted: library, the app's own cards", encrypted["own"]!, plain["own"]!, {}),
    ...lines("encrypted: saved post opened in the app", encrypted.opened, plain.opened, goals),
    ...lines("encrypted: saved post as a new page", encrypted.loaded, plain.loaded, goals),
    ...lines("encrypted: all saved files read", encrypted.files, plain.files, goals),
  ];
}

function linesOf(ours: Times, floor: Times): Line[] {
  const lines = linesBeside("React and Dexie alone");
  return [
    ...lines("library, the app's own cards", ours["own"]!, floor["own"]!, { 0.5: 1.5, 0.95: 1.5 }),
    ...lines("library, the app's own cards, and their effects run", ours["up"]!, floor["own"]!, {}),
    ...lines("saved post opened in the app", ours.opened, floor.opened, { 0.95: 1.25 }),
    ...lines("saved post as a new page", ours.loaded, floor.loaded, {}),
  ];
}

function launch(file: string, { profile }: Side): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: file,
    args: ["--no-sandbox", "--disable-gpu"],
    viewport: { width: 390, height: 844 },
    serviceWorkers: "allow",
  });
}

/** The newest page of posts is saved in the app, which then shows its library once. @returns what it has stored */
async function saveAll(file: string, side: Side): Promise<Rows> {
  const context = await launch(file, side);
  try {
    const page = await context.newPage();
    await page.goto(side.origin);
    await page.evaluate((media) => localStorage.setItem("media", media), VISITOR);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto(`${side.origin}/posts`);
    await page.getByRole("button", { name: /^Save these/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForFunction(
      () =>
        /^[wp]/.test(localStorage.getItem("saved") ?? "") &&
        !/^s\t/m.test(localStorage.getItem("saved") ?? ""),
      undefined,
      { timeout: 120_000 },
    );
    await page.goto(`${side.origin}/saved`);
    await page.locator(CARDS).first().waitFor();
    await loadPictures(page);
    return await page.evaluate(storedRows, OFFLINE_DB);
  } finally {
    await context.close();
  }
}

/** Gives the device a key, as a login does in an archive for members; the next start encrypts what it has stored. */
async function encrypt(file: string, side: Side): Promise<void> {
  const context = await launch(file, side);
  try {
    const page = await context.newPage();
    await page.goto(`${side.origin}/livez`); // of the site, without the app
    const key = [...crypto.getRandomValues(new Uint8Array(32))];
    await page.evaluate(async (bytes) => {
      localStorage.setItem("device-key", "1");
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open("roost-key", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("key");
        opening.onsuccess = () => resolve(opening.result);
      });
      const record = { protection: "device", attempts: 0, offlineDays: 0, contactAt: 0, isComplete: false };
      const [salt, check] = [new Uint8Array(), new Uint8Array(16)];
      const write = db.transaction("key", "readwrite");
      write.objectStore("key").put({ ...record, key: new Uint8Array(bytes), salt, check }, 1);
      await new Promise((done) => write.addEventListener("complete", done));
      db.close();
    }, key);
    await page.goto(`${side.origin}/saved`);
    await page.locator(CARDS).first().waitFor();
    await loadPictures(page);
    const { posts } = await page.evaluate(storedRows, OFFLINE_DB);
    if (posts.some((row) => "page" in row)) throw new Error("The device was not encrypted.");
  } finally {
    await context.close();
  }
}

/** @returns the first of the library that have a title and text */
async function seed(file: string, side: Side, rows: Rows): Promise<SavedPost[]> {
  const context = await launch(file, side);
  try {
    const page = await context.newPage();
    await page.goto(side.origin);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.evaluate(storeRows, rows);
    await page.reload();
    await page.locator(CARDS).first().waitFor();
    await loadPictures(page);
    return (await page.evaluate(withText, rows)).slice(0, OPENED);
  } finally {
    await context.close();
  }
}

/** All pictures of the list are on the device afterwards. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

/** In the page. */
async function storedRows(name: string): Promise<Rows> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
  });
  const [saved, posts] = await Promise.all(
    ["saved", "posts"].map(
      (store) =>
        new Promise<unknown[]>((resolve) => {
          const asked = db.transaction(store).objectStore(store).getAll();
          asked.onsuccess = () => resolve(asked.result);
        }),
    ),
  );
  db.close();
  return { saved, posts } as Rows;
}

/** In the page. */
async function storeRows(rows: Rows): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open("floor");
    opening.onsuccess = () => resolve(opening.result);
  });
  const write = db.transaction(["saved", "posts"], "readwrite");
  for (const row of rows.saved) write.objectStore("saved").put(row);
  for (const row of rows.posts) write.objectStore("posts").put(row);
  await new Promise((done) => write.addEventListener("complete", done));
  db.close();
}

/** In the floor's page, whose policy lets anything be parsed. */
async function withText({ saved, posts }: Rows): Promise<SavedPost[]> {
  return [...saved]
    .sort((a, b) => b.savedAt - a.savedAt)
    .flatMap(({ key }) => {
      const { title = "", content: html = "" } = posts.find((row) => row.key === key)?.page?.post ?? {};
      const { body } = new DOMParser().parseFromString(html, "text/html");
      const nodes = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      let words = "";
      while (words.length < 10 && nodes.nextNode() !== null)
        words = nodes.currentNode.nodeValue?.trim() ?? "";
      const [service, user, id] = key.split("/");
      const address = `/${service}/user/${user}/post/${id}`;
      return title.trim() === "" || words.length < 10 ? [] : [{ address, title: title.trim(), words }];
    });
}

/** One start of a new browser: the library, posts opened from it, then one of them as a new page. */
async function measure(
  file: string,
  side: Side,
  posts: readonly SavedPost[],
  paths: readonly string[],
): Promise<Times> {
  const context = await launch(file, side);
  try {
    await context.setOffline(true);
    const page = await offlinePage(context);
    await page.goto(`${side.origin}/saved`, { waitUntil: "commit" });
    const cards = await page.evaluate(firstFrames, side.selectors);
    const opened: number[] = [];
    for (const post of posts) {
      const { address } = post;
      await sleep(SETTLED_MS);
      opened.push(await untilPost(page, post, linkTo(address)));
      await page.goBack({ waitUntil: "commit" });
      await page.locator(linkTo(address)).first().waitFor({ state: "attached" });
    }
    const [first] = posts;
    await page.goto("about:blank");
    await page.goto(side.origin + first!.address, { waitUntil: "commit" });
    const loaded = await untilPost(page, first!);
    const times = Object.entries(cards).map(([name, time]) => [name, [time]]);
    const files = paths.length === 0 ? [] : [await page.evaluate(readFiles, paths)];
    return { ...Object.fromEntries(times), opened, loaded: [loaded], files };
  } finally {
    await context.close();
  }
}

/** In the page. @returns milliseconds */
async function readFiles(paths: readonly string[]): Promise<number> {
  const begun = performance.now();
  for (const path of paths) await (await fetch(`/data${path}`)).arrayBuffer();
  return performance.now() - begun;
}

async function offlinePage(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/** Growth: the same library with many more posts in it. */
async function withMany(file: string, side: Side): Promise<Line[]> {
  const context = await launch(file, side);
  try {
    await context.setOffline(true);
    return await benchLibrary(await offlinePage(context), side.origin);
  } finally {
    await context.close();
  }
}

/**
 * Milliseconds until the frame with this post's title and text, from a press on the link or else from the page's own
 * beginning. No function in it has a name: tsx would wrap that in a helper that the page has not.
 */
function untilPost(page: Page, { title, words }: SavedPost, link?: string): Promise<number> {
  return page.evaluate(
    async ([heading, text, pressed]) => {
      const begun = pressed === undefined ? 0 : performance.now();
      await new Promise<void>((done, fail) => {
        // Called once at the beginning, too: a page may be quicker than this.
        const observer = new MutationObserver(() => {
          if (
            document.querySelector("main h1")?.textContent?.trim() !== heading ||
            document.querySelector("main article")?.textContent?.includes(text) !== true
          )
            return;
          observer.disconnect();
          done();
        });
        observer.observe(document, { attributes: true, childList: true, subtree: true, characterData: true });
        document.documentElement.toggleAttribute("data-watched");
        setTimeout(() => fail(new Error(`"${heading}" did not come.`)), 20_000);
        if (pressed !== undefined) document.querySelector<HTMLElement>(pressed)?.click();
      });
      await new Promise((done) => requestAnimationFrame(done));
      return performance.now() - begun;
    },
    [title, words, link] as const,
  );
}

/** Not by prefix alone: one post's id may begin with another's. */
const linkTo = (address: string) => `main article a:is([href="${address}"], [href^="${address}?"])`;
