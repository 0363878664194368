import { expect, type Page, test } from "playwright/test";
import { violations } from "./axe.ts";
import { listPlaces, type Place, TEXT_PLACES, tabPlaces, talkPlaces } from "./places.ts";

/** The page's policy rightly refuses an injected checker, so it is off here and only here. */
test.use({ bypassCSP: true });

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
}

for (const [name, places] of [
  ["lists, a creator and a post", listPlaces],
  ["tabs of creators", tabPlaces],
  ["chat, community and files", talkPlaces],
  ["texts", async () => TEXT_PLACES],
] as const)
  test(`axe finds nothing in light and dark: ${name}`, async ({ page }) => {
    test.setTimeout(120_000); // the checker is heavy, the pages are not
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    for (const place of await places(page)) {
      await open(page, place.address);
      found.push(...(await violations(page, place.name)));
    }
    expect(found).toEqual([]);
  });

test("axe finds nothing in the search", async ({ page }) => {
  await open(page, "/");
  await page.getByRole("combobox").first().fill("lantern");
  await expect(page.getByRole("listbox").getByRole("option").nth(1)).toBeVisible();
  expect(await violations(page, "search")).toEqual([]);
});

test("at 400 % nothing is cut off or needs scrolling sideways", async ({ page, isMobile }) => {
  test.skip(isMobile, "one narrow window is enough");
  test.setTimeout(120_000); // every screen
  await page.setViewportSize({ width: 320, height: 256 }); // 1280 by 1024 at 400 % (WCAG 1.4.10)
  const wide: string[] = [];
  for (const { name, address } of await narrowPlaces(page)) {
    await open(page, address);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) wide.push(`${name}: ${width}`);
  }
  expect(wide).toEqual([]);
});

async function narrowPlaces(page: Page): Promise<Place[]> {
  return [...(await listPlaces(page)), ...(await talkPlaces(page)), ...TEXT_PLACES];
}
