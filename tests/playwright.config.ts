import { existsSync } from "node:fs";
import { defineConfig } from "playwright/test";

// npm test says which browser it found; by itself this takes the usual place on Linux, else Playwright's own.
const usual = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => existsSync(file));
const browser = process.env["ROOST_BROWSER"] ?? usual;

/** A visitor who has chosen to see media: what covers them has a spec of its own (content-warning.spec.ts). */
const url = process.env["ROOST_URL"]; // set by globalSetup, before the workers read this
const choices = [{ name: "media", value: JSON.stringify({ all: true, asked: true }) }];
/** Their pages come without a rendered screen, so that specs see the app from its first moment; ssr.spec.ts has the others. */
const cookie = {
  name: "ssr",
  value: "0",
  path: "/",
  expires: -1,
  httpOnly: false,
  secure: false,
} as const;
const cookies =
  url === undefined ? [] : [{ ...cookie, sameSite: "Lax" as const, domain: new URL(url).hostname }];
const origins = url === undefined ? [] : [{ origin: new URL(url).origin, localStorage: choices }];

export default defineConfig({
  testDir: ".",
  testMatch: "{e2e,offline}/**/*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./support/browser-app.ts",
  workers: 3, // more keep two cores no busier, and each test waits longer for them
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // Timeouts only for what hangs: the browsers share what may be two slow and busy cores.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  use: {
    baseURL: url,
    storageState: { cookies, origins },
    trace: process.env["ROOST_TRACE"] === "1" ? "retain-on-failure" : "off", // a recording doubles the work of each page
    screenshot: "only-on-failure",
    serviceWorkers: "block", // it fetches the whole app for each new visitor; specs about it ask for it
    launchOptions: {
      executablePath: browser,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--host-resolver-rules=MAP archive.lan 127.0.0.1", // for plain-http.spec.ts
      ],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      grepInvert: /@once/, // tests that do not depend on the size, in specs of which others do
      testMatch: "e2e/**/*.spec.ts",
      // Nothing in these depends on the size.
      testIgnore:
        /(content-warning|errors|installable|languages|players|reference|safety|theme|weight)\.spec\.ts$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
