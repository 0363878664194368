import { createRequire } from "node:module";
import { expect, type Page, test } from "playwright/test";
import { screens } from "./page.ts";

/** The page's policy rightly refuses an injected checker, so it is off here and only here. */
test.use({ bypassCSP: true });

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Checker {
  axe: { run(context: object, options: object): Promise<AxeResult> };
}

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }[];
  passes: unknown[];
}

test("axe finds nothing serious on any screen", async ({ page, isMobile }) => {
  test.slow(); // the checker is heavy, the pages are not
  await page.emulateMedia({ colorScheme: isMobile ? "dark" : "light", reducedMotion: "reduce" });
  const found: string[] = [];
  for (const [name, address] of await screens(page)) {
    await page.goto(address);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
    if (name === "home") {
      await page.getByRole("combobox").first().fill("lantern");
      await expect(page.getByRole("option").nth(1)).toBeVisible();
      found.push(...(await serious(page, "search")));
      await page.keyboard.press("Escape");
    }
    found.push(...(await serious(page, name)));
  }
  expect(found).toEqual([]);
});

/** Long lists are judged by their first cards; the rest are the same component. */
const LONG_LISTS = "main li:nth-child(n + 5)";

async function serious(page: Page, name: string): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const result = await page.evaluate(
    (exclude) =>
      (window as unknown as Checker).axe.run(
        { exclude: [exclude] },
        { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] },
      ),
    LONG_LISTS,
  );
  expect(result.passes.length).toBeGreaterThan(5);
  return result.violations
    .filter((violation) => violation.impact === "serious" || violation.impact === "critical")
    .map(
      (violation) =>
        `${name}: ${violation.id} ${violation.nodes[0]?.html} ${violation.nodes[0]?.failureSummary ?? ""}`,
    );
}
