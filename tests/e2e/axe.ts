/** The accessibility checker. Evaluated by the debugger, as the page's policy refuses an injected script. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Checker {
  axe: { run(context: object, options: object): Promise<AxeResult> };
}

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }[];
  passes: unknown[];
}

/** Long lists are judged by their first cards; the rest are the same component. */
const LONG_LISTS = "main li:nth-child(n + 5)";

/** A dark page is the same page in other colors: only these can find something new there. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Collects the checker's findings in both color schemes, each named by screen, rule and place. */
export async function violations(page: Page, name: string): Promise<string[]> {
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // colors on their way are no colors to judge
    const result = await page.evaluate(
      ([exclude, runOnly]) =>
        (window as unknown as Checker).axe.run(
          { exclude: [exclude] },
          { runOnly, resultTypes: ["violations"] },
        ),
      [LONG_LISTS, colorScheme === "light" ? TAGS : COLOR_RULES] as const,
    );
    expect(result.passes.length).toBeGreaterThan(colorScheme === "light" ? 5 : 0);
    for (const { id, nodes } of result.violations)
      found.push(`${name}, ${colorScheme}: ${id} ${nodes[0]?.html} ${nodes[0]?.failureSummary ?? ""}`);
  }
  return found;
}
