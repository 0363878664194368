import { expect, test } from "playwright/test";
import { watchConsole, withSite } from "./page.ts";

/** A worker would give the stored page and its stored parts. */
const PAGES: [address: string, title: string, words: string][] = [
  ["/2257", "18 U.S.C. § 2257 statement", "do not produce the content shown here"],
  ["/contact", "Contact", "allow 3-5 working days"],
  ["/dmca", "Takedown notices", "Saved copies go too"],
  ["/gumroad-and-co", "Gumroad and co.: archive file passwords", "locked with a password"],
  ["/matrix", "Chat rooms", "These rooms are not part of this archive"],
  ["/importer/tutorial", "How to find your session key", "Importing isn't available yet."],
  ["/importer/tutorial_fanbox", "Your Pixiv Fanbox session key", "FANBOXSESSID"],
];

test("every notice has its title and its facts, and fits the screen", async ({ page }) => {
  const faults = watchConsole(page);
  for (const [address, title, words] of PAGES) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole("article")).toContainText(words);
    await expect(page).toHaveTitle(new RegExp(`^${title.replaceAll(/[.§]/g, ".")} · `));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  expect(faults).toEqual([]);
});

test("the key of each service is named, with the rule it must fit", async ({ page }) => {
  await page.goto("/importer/tutorial");
  const rows = page.getByRole("article").locator("dl > div");
  await expect(rows).toHaveCount(12);
  await expect(rows.filter({ hasText: "Patreon" })).toContainText("Exactly 43 characters.");
  await expect(rows.filter({ hasText: "OnlyFans" })).toContainText("x-bc");
  await rows.filter({ hasText: "Pixiv Fanbox" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/importer\/tutorial_fanbox$/);
  await page.getByRole("link", { name: "Keys of all other services" }).click();
  await expect(page).toHaveURL(/\/importer\/tutorial$/);
});

test("without an address of the operators the pages say that there is none", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByText("haven't published a contact address yet")).toBeVisible();
  await page.getByRole("link", { name: "the rules for takedown notices" }).click();
  await expect(page.getByText("haven't published an address for notices yet")).toBeVisible();
});

test("addresses and rooms come from the operator's settings", async ({ page }) => {
  await withSite(page, {
    contact: "mailto:desk@example.org",
    status: "https://status.example.org/",
    community: [{ title: "The forum", href: "https://forum.example.org/" }],
    ads: [],
    hidden: [],
  });
  for (const address of ["/contact", "/dmca", "/2257"]) {
    await page.goto(address);
    await expect(page.getByRole("link", { name: "desk@example.org" })).toHaveAttribute(
      "href",
      "mailto:desk@example.org",
    );
  }
  await page.goto("/contact");
  await expect(page.getByRole("link", { name: "the status page" })).toHaveAttribute(
    "href",
    "https://status.example.org/",
  );
  await page.goto("/matrix");
  await expect(page.getByRole("article").getByRole("link", { name: "The forum" })).toBeVisible();
});

test("the texts follow the language", async ({ page }) => {
  await page.goto("/dmca?lang=ja");
  await expect(page.getByRole("heading", { level: 1, name: "削除依頼" })).toBeVisible();
  await page.goto("/contact?lang=zh-Hans");
  await expect(page.getByRole("article")).toContainText("3-5 个工作日");
});

test("while the words are fetched their place is kept; where they cannot be had one can try again", async ({
  page,
}) => {
  let isBroken = true;
  const held: (() => void)[] = [];
  await page.route(/assets\/en-[^/]*\.js$/, async (route) => {
    if (!isBroken) return route.continue();
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fulfill({ status: 404, body: "gone" });
  });
  await page.goto("/contact");
  await expect(page.getByRole("status", { name: "Loading text" })).toBeVisible();
  const navigations: string[] = [];
  page.on("framenavigated", (frame) => navigations.push(frame.url()));
  held.shift()?.();
  await expect.poll(() => held.length).toBe(1); // one reload by itself
  held.shift()?.();
  await expect(page.getByRole("heading", { name: "Part of the app didn't load" })).toBeVisible();
  expect(navigations).toHaveLength(1);
  isBroken = false;
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
});

test("what comes later says so, with a way back", async ({ page }) => {
  test.slow(); // eight screens
  await page.goto("/dmca");
  for (const address of [
    "/account",
    "/account/favorites",
    "/authentication/login",
    "/authentication/register",
    "/favorites",
    "/importer",
    "/posts/upload",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: "Coming soon" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/importer$/);
  await page.getByRole("main").getByRole("link", { name: "How to find your session key" }).click();
  await expect(page).toHaveURL(/\/importer\/tutorial$/);
});
