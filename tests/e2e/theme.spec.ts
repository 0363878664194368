import { expect, test } from "playwright/test";

/** The canvas color at the first frame, before the app's script has run; presses are in pwa/app/shell/ThemeSwitch.dom.test.tsx. */
const background = () => getComputedStyle(document.documentElement).backgroundColor;

for (const [theme, color] of [
  ["dark", "rgb(23, 19, 30)"],
  ["black", "rgb(0, 0, 0)"],
] as const)
  test(`a chosen ${theme} theme is there at the first paint, on a system that prefers light`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    await page.route("**/assets/*.js", () => {}); // the app itself never starts: what is seen is the page before it
    await page.goto("/", { waitUntil: "commit" });
    await expect.poll(() => page.evaluate(background)).toBe(color);
    await expect(page.locator("#root")).toBeEmpty();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  });
