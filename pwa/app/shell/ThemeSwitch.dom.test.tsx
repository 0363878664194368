import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/components/screen.tsx";

/** The canvas color. */
const background = () => getComputedStyle(document.documentElement).backgroundColor;
const scheme = () => getComputedStyle(document.documentElement).colorScheme;
const PAPER_LIGHT = "rgb(247, 241, 230)";
const PAPER_DARK = "rgb(23, 19, 30)";
const BLACK = "rgb(0, 0, 0)";

test("each press is the next theme; one more gives the choice back to the system", async () => {
  await renderScreen("/contact", { scheme: "light" });
  await expect.poll(background).toBe(PAPER_LIGHT);
  for (const [theme, color, colorScheme] of [
    ["system", PAPER_LIGHT, "light"],
    ["light", PAPER_DARK, "dark"],
    ["dark", BLACK, "dark"],
  ] as const) {
    await page.getByRole("button", { name: `Theme: ${theme}` }).click();
    await expect.poll(background).toBe(color);
    await expect.poll(scheme).toBe(colorScheme);
  }
  expect(localStorage.getItem("theme")).toBe("black");
  await page.getByRole("button", { name: "Theme: black" }).click();
  await expect.element(page.getByRole("button", { name: "Theme: system" })).toBeVisible();
  await expect.poll(background).toBe(PAPER_LIGHT);
  expect(localStorage.getItem("theme")).toBeNull();
});

test("without a choice the system decides", async () => {
  await renderScreen("/contact", { scheme: "dark" });
  await expect.poll(background).toBe(PAPER_DARK);
});
