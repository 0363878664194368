/** `npm run screenshots`: pictures of the main screens for docs/screenshots, taken of the built app with the sample archive. */
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import sharp from "sharp";
import { build } from "#backend/supervisor/build.ts";
import { launchApp } from "#tests/support/app.ts";
import { findBrowser } from "#tests/support/browser.ts";
import { SCREENS, type Screen } from "./screens.ts";

const FOLDER = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));
const QUALITY = 70;
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
const SCHEMES = ["light", "dark"] as const;
/** Relative dates and the greeting of the day would change with each run otherwise. */
const NOW = new Date("2026-11-20T12:00:00Z");

type Size = keyof typeof SIZES;

async function main(): Promise<void> {
  const { origin, stop } = await openArchive();
  const { file } = await findBrowser(console.log);
  const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    await mkdir(FOLDER, { recursive: true });
    for (const size of ["phone", "desktop"] as const)
      for (const scheme of SCHEMES) await takeAll(browser, origin, size, scheme);
  } finally {
    await browser.close();
    await stop();
  }
  console.log(`${await weight()} kB in docs/screenshots.`);
}

/** The archive at ROOST_URL, else one of its own. */
async function openArchive(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const given = process.env["ROOST_URL"];
  if (given !== undefined) return { origin: given, stop: async () => {} };
  const data = await mkdtemp(join(tmpdir(), "roost-screens-"));
  await build({ log: console.log });
  const app = launchApp({ ROOST_DATA: data, ROOST_SAMPLE: "1" });
  const stop = async () => {
    await app.stop();
    await rm(data, { recursive: true, force: true });
  };
  return { origin: await app.running, stop };
}

async function takeAll(
  browser: Browser,
  origin: string,
  size: Size,
  scheme: (typeof SCHEMES)[number],
): Promise<void> {
  const context = await visitor(browser, origin, size, scheme);
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  for (const screen of SCREENS) {
    await take(page, screen, join(FOLDER, `${screen.name}-${size}-${scheme}.webp`));
    console.log(`${screen.name} ${size} ${scheme}`);
  }
  await context.close();
}

/** Opens a page for a visitor who has chosen to see media, so that nothing is covered, and to have no movement. */
async function visitor(
  browser: Browser,
  origin: string,
  size: Size,
  colorScheme: (typeof SCHEMES)[number],
): Promise<BrowserContext> {
  const choices = [{ name: "media", value: JSON.stringify({ all: true, asked: true }) }];
  return await browser.newContext({
    baseURL: origin,
    viewport: SIZES[size],
    deviceScaleFactor: 1,
    colorScheme,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "UTC",
    serviceWorkers: "block",
    isMobile: size === "phone",
    hasTouch: size === "phone",
    storageState: { cookies: [], origins: [{ origin: new URL(origin).origin, localStorage: choices }] },
  });
}

async function take(page: Page, screen: Screen, file: string): Promise<void> {
  await page.goto(await screen.address(page));
  await page.locator("html[data-app]").waitFor({ state: "attached" }); // hydrated
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.locator("[role=status][aria-label^=Loading]").waitFor({ state: "detached" });
  await screen.prepare?.(page);
  await settled(page);
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  await writeFile(file, await sharp(picture).webp({ quality: QUALITY, effort: 6 }).toBuffer());
}

/** Fonts and every picture in view are there and drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    const inView = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight;
    });
    if (!inView.every((image) => image.complete)) return false;
    await Promise.all(inView.map((image) => image.decode().catch(() => {})));
    return true;
  });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}

async function weight(): Promise<number> {
  const files = await readdir(FOLDER);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(FOLDER, file))).size));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
}

await main();
