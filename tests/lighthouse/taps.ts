/**
 * `npm run lighthouse -- taps <origin>`: milliseconds from a tap on `/posts` to what it asks for, on a slow phone, by the
 * moment of the tap after the navigation began. Medians of three.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, devices, type Page } from "playwright";
import { findBrowser } from "#tests/support/browser.ts";

const RUNS = 3;
const MOMENTS = [1_000, 2_000, 3_000];
const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
/** Factor that slows this machine's processor to a phone's: 4 at a benchmark index of 1,000 to 1,500, less on a slower machine. */
export const CPU_SLOWDOWN = Number(process.env["CPU_SLOWDOWN"] ?? 4);
/** A tap without a result by then is lost. */
const LOST_MS = 15_000;

const TARGETS = {
  card: {
    selector: "main article a",
    isDone: () => location.pathname.includes("/post/") && document.querySelector("main h1") !== null,
  },
  menu: {
    selector: "button[aria-controls=sidebar]:visible",
    isDone: () => document.querySelector<HTMLElement>("#sidebar")?.dataset["open"] === "true",
  },
};

export async function measureTaps(origin: string): Promise<void> {
  const { file } = await findBrowser(console.log);
  const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox"] });
  console.log(`| tap | ${MOMENTS.map((moment) => `${moment / 1000} s`).join(" | ")} |`);
  console.log(`|---|${MOMENTS.map(() => "---").join("|")}|`);
  for (const name of Object.keys(TARGETS) as (keyof typeof TARGETS)[]) {
    const cells: string[] = [];
    for (const moment of MOMENTS) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) times.push(await tapOnce(browser, origin, name, moment));
      const median = times.sort((a, b) => a - b)[RUNS >> 1] ?? Number.POSITIVE_INFINITY;
      cells.push(Number.isFinite(median) ? `${Math.round(median)}` : "lost");
    }
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  await browser.close();
}

/** Milliseconds; infinite for a tap that is lost. */
async function tapOnce(
  browser: Browser,
  origin: string,
  name: keyof typeof TARGETS,
  moment: number,
): Promise<number> {
  const { defaultBrowserType: _, ...phone } = devices["Pixel 7"] ?? { defaultBrowserType: "chromium" };
  const context = await browser.newContext({ ...phone, locale: "en-US", serviceWorkers: "block" });
  const page = await context.newPage();
  await slowDown(context, page);
  const { selector, isDone } = TARGETS[name];
  const begun = performance.now();
  await page.goto(`${origin}/posts`, { waitUntil: "commit" });
  await page.waitForSelector(selector);
  await sleep(Math.max(0, moment - (performance.now() - begun))); // the moment is what is measured
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`There is no ${selector} on /posts.`);
  const tapped = performance.now();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 3);
  const isLost = await page.waitForFunction(isDone, undefined, { timeout: LOST_MS }).then(
    () => false,
    () => true,
  );
  const time = performance.now() - tapped;
  await context.close();
  return isLost ? Number.POSITIVE_INFINITY : time;
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}
