/** The library's cold start with 2,000 saved posts more, beside the same without them. */
import type { Page } from "playwright";
import { manySavedPosts } from "../support/many-saved-posts.ts";
import { type Line, median, ms } from "./measure.ts";

const ROUNDS = 5;
const MORE = 2_000;
const SELECTORS = {
  "first card": "main article h2",
  "first card, usable": "html[data-app] main article h2",
};
type Times = Record<keyof typeof SELECTORS, number>;

/** @param page offline, with some saved posts */
export async function benchLibrary(page: Page, origin: string): Promise<Line[]> {
  const few = await coldStarts(page, origin);
  await page.evaluate(manySavedPosts, MORE);
  const many = await coldStarts(page, origin);
  return (Object.keys(SELECTORS) as (keyof Times)[]).map((name) => {
    const ratio = many[name] / few[name];
    return {
      what: `offline: library, ${name}, with ${MORE} saved posts more`,
      ours: ms(many[name]),
      limit: `${ms(few[name])} without`,
      ratio,
      goal: "1.50",
      met: ratio <= 1.5,
    };
  });
}

/** Milliseconds from the beginning of the navigation, medians. */
async function coldStarts(page: Page, origin: string): Promise<Times> {
  const starts: Times[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto("about:blank");
    await page.goto(`${origin}/saved`, { waitUntil: "commit" });
    starts.push(await page.evaluate(firstFrames<typeof SELECTORS>, SELECTORS));
  }
  return {
    "first card": median(starts.map((start) => start["first card"])),
    "first card, usable": median(starts.map((start) => start["first card, usable"])),
  };
}

/**
 * In the page: when the first element of each selector has been drawn. It waits for changes of the document: asking in
 * each frame would make the browser draw frames while the app renders.
 */
export async function firstFrames<T extends Record<string, string>>(
  selectors: T,
): Promise<Record<keyof T, number>> {
  const times = Object.entries(selectors).map(async ([key, selector]) => {
    await new Promise<void>((done) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(selector) === null) return;
        observer.disconnect();
        done();
      });
      observer.observe(document, { childList: true, subtree: true, attributeFilter: ["data-app"] });
      if (document.querySelector(selector) !== null) done();
    });
    await new Promise((done) => requestAnimationFrame(done));
    return [key, performance.now()];
  });
  return Object.fromEntries(await Promise.all(times)) as Record<keyof T, number>;
}
