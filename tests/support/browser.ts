/** Finds a Chromium for the browser tests, or installs one. */
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright";
import { attempt, canInstall, installPackages, runs } from "./packages.ts";

/** The headless one comes first: it renders a page in two thirds of the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

const SHELL = "/usr/bin/chromium-headless-shell";
const PACKAGES = ["chromium-headless-shell", "fonts-noto-cjk"];

export interface Browser {
  file: string;
  /** Whose it is, for the log. */
  whose: string;
}

/** @throws Error saying what was tried */
export async function findBrowser(log: (line: string) => void): Promise<Browser> {
  const isCi = process.env["CI"] !== undefined;
  if (isCi && (await canInstall()) && !(await runs(SHELL))) {
    log("Installing the distribution's Chromium without windows ...");
    await installPackages(...PACKAGES);
  }
  const found = (await playwrights()) ?? (await ofThisMachine());
  if (found) return found;
  log("No Chromium found; installing Playwright's ...");
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve("playwright/package.json")),
    "cli.js",
  );
  await attempt(process.execPath, [playwright, "install", "chromium"]);
  const installed = await playwrights();
  if (installed) return installed;
  if (await canInstall()) {
    log("Playwright's could not be had; installing the distribution's ...");
    await installPackages(...PACKAGES);
    const packaged = await ofThisMachine();
    if (packaged) return packaged;
  }
  throw new Error(
    "No Chromium: tried Playwright's, the PATH, `npx playwright install chromium` and apt-get. Install one and run again.",
  );
}

async function playwrights(): Promise<Browser | undefined> {
  const file = chromium.executablePath();
  return (await runs(file)) ? { file, whose: "Playwright's own" } : undefined;
}

async function ofThisMachine(): Promise<Browser | undefined> {
  const places = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  for (const name of NAMES) {
    for (const place of places) {
      const file = join(place, name);
      if (await runs(file)) return { file, whose: "this machine's" };
    }
  }
  return undefined;
}
