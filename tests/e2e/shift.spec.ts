/** Nothing that was drawn moves while a screen loads. */
import { expect, type Page, test } from "playwright/test";
import { chatScreens, listScreens, type Screen } from "./screens.ts";

const LIMIT = 0.02;
const SLOW_MS = 600;
const MAIN = /^(home|creators|creator|posts|post|DMs|popular|tags|chat channel)$/;

interface Moved {
  total: number;
  what: string[];
}

declare global {
  var moved: Moved;
}

for (const speed of ["at once", "late"] as const)
  test(`nothing moves while a screen loads whose answers come ${speed}`, async ({ page }) => {
    test.setTimeout(120_000); // nine screens
    const places = await mainPlaces(page);
    expect(places.length).toBe(9);
    await page.addInitScript(watchShifts);
    if (speed === "late")
      await page.route(/\/api\//, async (route) => {
        await new Promise((done) => setTimeout(done, SLOW_MS));
        await route.continue();
      });
    const found: string[] = [];
    for (const { name, address } of places) {
      await page.goto(address);
      await settled(page);
      const { total, what } = await page.evaluate(() => globalThis.moved);
      if (total > LIMIT) found.push(`${name}: ${total.toFixed(4)} ${what.join("; ")}`);
    }
    expect(found).toEqual([]);
  });

async function mainPlaces(page: Page): Promise<Screen[]> {
  const all = [...(await listScreens(page)), ...(await chatScreens(page))];
  return all.filter(({ name }) => MAIN.test(name));
}

/** Everything in view is there, and a moment more for what comes after it. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
  await page.waitForTimeout(300);
}

/** Runs in the page before anything else. */
function watchShifts(): void {
  globalThis.moved = { total: 0, what: [] };
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.tagName}.${node.getAttribute("class") ?? ""}` : String(node?.nodeName);
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      globalThis.moved.total += value;
      const places = sources.map(
        ({ node, previousRect, currentRect }) => `${nameOf(node)} ${previousRect.y}→${currentRect.y}`,
      );
      globalThis.moved.what.push(`${value.toFixed(4)} (${places.join(", ")})`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}
