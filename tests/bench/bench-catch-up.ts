/** A reader's own pages in the browser: thousands of new posts beside the favorites, and how soon a second device has a change. */
import { type Browser, chromium, type Page } from "playwright";
import type { Sql } from "#backend/db/client.ts";
import { findBrowser } from "../support/browser.ts";
import { compare, type Line, median, ms, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const NEW_POSTS = 5_000;
const SLOWER = 4;
const CHANGES = 8;
const LIMIT_MS = 5_000;
const LONG_AGO = "2000-01-01T00:00:00";
const ACCOUNT = { username: "returning", password: "a long enough password" };

/** @throws Error where the app is not built */
export async function benchCatchUp(
  setting: Setting,
  { url, sql }: { url: string; sql: Sql },
): Promise<Line[]> {
  const { origin } = await setting.startApi(url);
  const page = await fetch(`${origin}/account`);
  if (!page.ok || !(await page.text()).includes('id="root"'))
    throw new Error("Build the app first: npm run build");
  await post(origin, "register", { ...ACCOUNT, confirm_password: ACCOUNT.password });
  const news = await addFavorites(sql);
  const { file } = await findBrowser(console.log);
  const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    return [await firstScreens(browser, origin, news), await devices(browser, origin)];
  } finally {
    await browser.close();
  }
}

/** @returns how many new posts they have, about NEW_POSTS where the archive has that many */
async function addFavorites(sql: Sql): Promise<number> {
  await sql`
    insert into favorite_creators (account, service, id)
    select a.id, c.service, c.id from accounts a, (
      select service, "user" as id, sum(count(*)) over (order by service, "user") - count(*) as before
      from posts where not hidden and added_at > ${LONG_AGO} group by service, "user"
    ) c where a.username = ${ACCOUNT.username} and c.before < ${NEW_POSTS}`;
  await sql`
    insert into favorite_posts (account, service, id)
    select a.id, p.service, p.id from accounts a, (select service, id from posts where not hidden limit ${NEW_POSTS}) p
    where a.username = ${ACCOUNT.username}`;
  await sql`analyze favorite_creators, favorite_posts`;
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*) from favorite_creators f join accounts a on a.id = f.account and a.username = ${ACCOUNT.username}
    join posts p on p.service = f.service and p."user" = f.id and not p.hidden and p.added_at > ${LONG_AGO}`;
  return count;
}

async function firstScreens(browser: Browser, origin: string, news: number): Promise<Line> {
  const page = await loggedIn(browser, origin);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const found = await rounds({
    ours: () => firstCard(page, `${origin}/account/favorites/new`),
    favorites: () => firstCard(page, `${origin}/account/favorites/posts`),
  });
  const what = `first screen of ${news} new posts against favorite posts, CPU ${SLOWER}x slower`;
  return compare(what, found["ours"]!, found["favorites"]!, ms, { atMost: 1.5 });
}

/** Milliseconds from the beginning of the navigation to the frame with the first card. */
async function firstCard(page: Page, address: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  return await page.evaluate(async () => {
    while (document.querySelector("main article h2") === null)
      await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestAnimationFrame(done));
    return performance.now();
  });
}

async function devices(browser: Browser, origin: string): Promise<Line> {
  const [phone, desktop] = [await loggedIn(browser, origin), await loggedIn(browser, origin)];
  const words = await turnOn(phone, origin);
  await desktop.goto(`${origin}/account/sync#words=${words.join("-")}`);
  await desktop.getByRole("button", { name: "Sync this device" }).click();
  await desktop.getByText("Last synced:").waitFor();
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const tag = `change${change}`;
    const begun = performance.now();
    await phone.evaluate((text) => {
      const mutes = { mode: "hide", creators: [], tags: [text], words: [], services: [] };
      localStorage.setItem("mutes", JSON.stringify(mutes));
      dispatchEvent(new StorageEvent("storage", { key: "mutes" }));
    }, tag);
    await desktop.waitForFunction((text) => localStorage.getItem("mutes")?.includes(text), tag);
    times.push(performance.now() - begun);
  }
  const slowest = Math.max(...times);
  return {
    what: `sync: a change is on the other open device (p50 ${ms(median(times))}), slowest of ${CHANGES}`,
    ours: ms(slowest),
    limit: ms(LIMIT_MS),
    ratio: slowest / LIMIT_MS,
    goal: "<= 1.00",
    met: slowest <= LIMIT_MS,
  };
}

/** @returns the words */
async function turnOn(page: Page, origin: string): Promise<string[]> {
  await page.goto(`${origin}/account/sync`);
  await page.getByRole("button", { name: "Turn on sync" }).click();
  const list = page.getByRole("list", { name: "Twelve words" }).getByRole("listitem");
  await list.first().waitFor();
  const words = await list.allTextContents();
  for (const field of await page.getByLabel(/^Word \d+$/).all()) {
    const name = (await field.getAttribute("name")) ?? "";
    await field.fill(words[Number(name.split(" ")[1])] ?? "");
  }
  await page.getByRole("button", { name: "I have written them down" }).click();
  await page.getByText("Last synced:").waitFor();
  return words;
}

/** A device of its own, on which the reader looked at new posts long ago. */
async function loggedIn(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  const cookie = await post(origin, "login", ACCOUNT);
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript((since) => {
    if (location.protocol === "about:") return;
    localStorage.setItem("logged_in", "yes");
    localStorage.setItem("role", "consumer");
    localStorage.setItem("media", JSON.stringify({ all: true, asked: true }));
    localStorage.setItem("catch-up", `${since} `);
  }, LONG_AGO);
  return await context.newPage();
}

/** @returns the session's cookie */
async function post(origin: string, path: "register" | "login", body: object): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/authentication/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const [cookie = ""] = answer.headers.getSetCookie();
  return cookie.split(";")[0] ?? "";
}
