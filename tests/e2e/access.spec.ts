/** The main pages as they are built and filled from the sample; every screen in both sizes is checked as a component (pwa/app/screens.dom.test.tsx). */
import { expect, test } from "playwright/test";
import { violations } from "./axe.ts";
import { visit } from "./page.ts";
import { chatScreens, listScreens } from "./screens.ts";

const MAIN = /^(home|creators|posts|popular|DMs|creator|post|chat channel)$/;

test("axe finds nothing on the eight main pages and in a private session, in light and dark", {
  tag: "@once",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const all = [...(await listScreens(page)), ...(await chatScreens(page))];
  const places = all.filter(({ name }) => MAIN.test(name));
  expect(places).toHaveLength(8);
  const found: string[] = [];
  await page.goto("/contact");
  for (const { name, address } of places) {
    await visit(page, address);
    await expect(page.locator("h1").first()).toBeVisible();
    await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
    found.push(...(await violations(page, name)));
  }
  await visit(page, "/settings");
  await page.getByRole("switch", { name: "Don't remember what I open" }).click();
  await expect(page.getByRole("complementary", { name: "Private session" })).toBeInViewport();
  found.push(...(await violations(page, "settings in a private session")));
  expect(found).toEqual([]);
});
