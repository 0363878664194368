import { expect, type Page, test } from "playwright/test";
import { violations } from "./axe.ts";
import { chatScreens, listScreens, TEXT_SCREENS, tabScreens } from "./screens.ts";

/** The page's policy rightly refuses an injected checker, so it is off here and only here. */
test.use({ bypassCSP: true });

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
}

const WORDS = /^\/(2257|contact|dmca|gumroad-and-co|matrix|importer\/.+)$/;

for (const [name, tag, places] of [
  ["lists, a creator and a post", "@both", listScreens],
  ["tabs of creators", "@both", tabScreens],
  ["chat, community and files", "@both", chatScreens],
  ["forms", "@both", async () => TEXT_SCREENS.filter(({ address }) => !WORDS.test(address))],
  ["texts", "@once", async () => TEXT_SCREENS.filter(({ address }) => WORDS.test(address))],
] as const)
  test(`axe finds nothing in light and dark, and at 400 % nothing is cut off: ${name}`, { tag }, async ({
    page,
    isMobile,
  }) => {
    test.setTimeout(240_000); // the checker is heavy, the pages are not
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    for (const place of await places(page)) {
      await open(page, place.address);
      found.push(...(await violations(page, place.name)));
      if (!isMobile && (await isCutOff(page))) found.push(`${place.name} at 400 %`); // one narrow window is enough
    }
    expect(found).toEqual([]);
  });

test("axe finds nothing in the search", async ({ page }) => {
  await open(page, "/");
  await page.getByRole("combobox").first().fill("lantern");
  await expect(page.getByRole("listbox").getByRole("option").nth(1)).toBeVisible();
  expect(await violations(page, "search")).toEqual([]);
});

/** 1280 by 1024 at 400 % (WCAG 1.4.10), then as it was. */
async function isCutOff(page: Page): Promise<boolean> {
  const size = page.viewportSize();
  if (size === null) return false;
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(page.getByRole("navigation", { name: "Bottom" })).toBeAttached(); // the narrow frame stands
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize(size);
  return width > 320;
}
