/** Every link of every screen leads somewhere: to no missing page, to no failure and to nothing that is put off. */
import { expect, type Page, test } from "playwright/test";
import { visit } from "./page.ts";
import { allScreens } from "./screens.ts";

/** Ids follow these; of what differs in ids alone, some are opened. */
const NAMED = new Set(["user", "post", "server", "share", "file", "revision", "channel", "community"]);
const OF_EACH = 2;
const MISSING = "The page you are looking for does not exist.";
const PUT_OFF =
  /coming soon|come back later|not (available|implemented|ready) yet|under construction|to be done/i;

/** `/patreon/user/10/post/20?o=50` → `/:/user/:/post/:?o`. */
function shapeOf(href: string): string {
  const { pathname, searchParams } = new URL(href);
  const parts = pathname.split("/").map((part, at, all) => {
    const before = all[at - 1] ?? "";
    return /\d/.test(part) || NAMED.has(before) || all[at + 1] === "user" ? ":" : part;
  });
  return `${parts.join("/")}?${[...new Set(searchParams.keys())].sort().join("&")}`;
}

async function linksOf(page: Page): Promise<string[]> {
  const all = await page
    .locator("a[href]")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const { origin } = new URL(page.url());
  return all
    .map((href) => href.replace(/#.*$/, ""))
    .filter((href) => href.startsWith(`${origin}/`) && href !== page.url());
}

async function isSettled(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.locator("main [role=status][aria-label^=Loading]")).toHaveCount(0);
}

/** @returns what is wrong with the page that is open; undefined if nothing is */
async function faultOf(page: Page): Promise<string | undefined> {
  const main = page.locator("main");
  if (await main.getByText(MISSING).isVisible()) return "a missing page";
  const alert = main.getByRole("alert").first();
  if (await alert.isVisible()) return await alert.innerText();
  return PUT_OFF.exec(await main.innerText())?.[0];
}

test("no link is a dead end @once", async ({ page }) => {
  const screens = await allScreens(page);
  /** Addresses by shape, each with the screen that links to it. */
  const found = new Map<string, Map<string, string>>();
  /** Fault of each opened address. */
  const opened = new Map<string, string | undefined>();
  await page.goto("/");
  for (const { name, address } of screens) {
    if (address !== "/") await visit(page, address);
    await isSettled(page);
    opened.set(page.url(), await faultOf(page));
    for (const href of await linksOf(page)) {
      const shape = shapeOf(href);
      const known = found.get(shape) ?? new Map<string, string>();
      if (known.size < OF_EACH && !known.has(href)) known.set(href, name);
      found.set(shape, known);
    }
  }
  const deadEnds: string[] = [];
  for (const [href, from] of [...found.values()].flatMap((some) => [...some])) {
    const { pathname } = new URL(href);
    const note = (what: string) => deadEnds.push(`${from}: ${href}: ${what}`);
    if (/^\/(api|data|icons|banners|thumbnail)\//.test(pathname) || /\.\w{2,5}$/.test(pathname)) {
      const answer = await page.request.head(href);
      if (!answer.ok()) note(String(answer.status()));
      continue;
    }
    if (!opened.has(href)) {
      // The same screen with another query has the same heading.
      if (pathname === new URL(page.url()).pathname) await visit(page, "/contact");
      await visit(page, href);
      await isSettled(page);
      opened.set(href, await faultOf(page));
    }
    const fault = opened.get(href);
    if (fault !== undefined) note(fault);
  }
  expect(found.size).toBeGreaterThan(30);
  expect(deadEnds).toEqual([]);
});
