/** The main pages as they are built and filled from the sample; every screen in both sizes is checked as a component (pwa/app/screens.dom.test.tsx). */
import { expect, test } from "playwright/test";
import { violations } from "./axe.ts";
import { chatScreens, listScreens } from "./screens.ts";

const MAIN = /^(home|creators|posts|popular|DMs|creator|post|chat channel)$/;

test("axe finds nothing on the eight main pages and in a private session, in light and dark", {
  tag: "@once",
}, async ({ page }) => {
  test.setTimeout(240_000); // the checker is heavy, the pages are not
  await page.emulateMedia({ reducedMotion: "reduce" });
  const all = [...(await listScreens(page)), ...(await chatScreens(page))];
  const places = all.filter(({ name }) => MAIN.test(name));
  expect(places).toHaveLength(8);
  const found: string[] = [];
  for (const { name, address } of places) {
    await page.goto(address);
    await expect(page.locator("h1").first()).toBeVisible();
    await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
    found.push(...(await violations(page, name)));
  }
  await page.goto("/settings");
  await page.getByRole("switch", { name: "Don't remember what I open" }).click();
  await expect(page.getByRole("complementary", { name: "Private session" })).toBeInViewport();
  found.push(...(await violations(page, "settings in a private session")));
  expect(found).toEqual([]);
});
