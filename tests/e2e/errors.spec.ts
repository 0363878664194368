/** A screen that breaks, and parts of the built app that do not come. */
import { expect, type Page, test } from "playwright/test";
import { painted } from "./page.ts";

/** The page of a missing address has the whole frame and asks the API for nothing. */
const LIGHT_PAGE = "/missing";
const PART = /assets\/static-pages\.lazy-[^/]*\.js$/;

/** Pages asked for, not addresses changed. */
function watchLoads(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && seen.push(request.url()));
  return seen;
}

test("a screen that breaks is the default error page, with what a report needs", async ({ page }) => {
  await page.route(PART, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `export const contact = { options: { component() { throw new RangeError("Broken on purpose"); } } };`,
    }),
  );
  await page.goto("/contact?from=here");
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { level: 1, name: "Unexpected Application Error!" })).toBeVisible();
  await expect(page).toHaveTitle(/^Unexpected Application Error! · /);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await alert.getByText("Details").click();
  await expect(alert.locator("dl > div")).toHaveText([
    "OriginClient",
    "Page/contact?from=here",
    "NameRangeError",
    "MessageBroken on purpose",
  ]);
});

test("a part of the app that a new version replaced is fetched by one reload", async ({ page }) => {
  await page.goto(LIGHT_PAGE);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  let isGone = true;
  await page.route(PART, (route) => (isGone ? route.fulfill({ status: 404, body: "" }) : route.continue()));
  const loads = watchLoads(page);
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.evaluate(() => document.querySelector<HTMLElement>("footer a[href='/contact']")?.click());
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  expect(loads).toHaveLength(1);
});

test("a part that cannot be loaded shows an error, without endless reloads", async ({ page }) => {
  await page.route(PART, (route) => route.fulfill({ status: 404, body: "" }));
  const loads = watchLoads(page);
  await page.goto("/contact");
  await expect.poll(() => loads.length).toBe(2);
  await expect(page.getByRole("heading", { name: "Part of the app didn't load" })).toBeVisible();
  await page.unroute(PART);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  expect(loads).toHaveLength(3); // the visitor's, one by itself, the button's
});

test("offline a missing part is no reason to reload", async ({ page, context }) => {
  await page.goto(LIGHT_PAGE);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.evaluate(() => document.querySelector<HTMLElement>("footer a[href='/contact']")?.click());
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await painted(page);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("parts of the frame that never come take nothing away from the page", async ({ page }) => {
  let failed = 0;
  await page.route("**/assets/DeferredParts-*.js", (route) => route.abort());
  page.on("requestfailed", (request) => {
    if (request.url().includes("/DeferredParts-")) failed++;
  });
  await page.goto("/posts");
  await expect.poll(() => failed).toBeGreaterThan(1); // once more after loading the page
  await expect(page.getByRole("heading", { level: 1, name: "Posts" })).toBeVisible();
  await expect(page.locator("main article")).toHaveCount(50);
});

test("a logged-in visitor is not asked to register before the frame's other parts have loaded", async ({
  page,
}) => {
  await page.route("**/assets/DeferredParts-*.js", () => {}); // never answered
  await page.addInitScript(() => localStorage.setItem("logged_in", "yes"));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(LIGHT_PAGE, { waitUntil: "commit" });
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await expect(sidebar.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(sidebar.getByText("Register")).toBeHidden();
  await expect(sidebar.getByText("Log in")).toBeHidden();
});

test("while texts are loading their place is kept; if loading fails the visitor can try again", async ({
  page,
}) => {
  let isBroken = true;
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route(/assets\/en-[^/]*\.js$/, async (route) => {
    if (!isBroken) return route.continue();
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.fulfill({ status: 404, body: "gone" });
  });
  await page.goto("/contact", { waitUntil: "commit" }); // the page's load waits for a script that was asked for before it
  await expect(page.getByRole("status", { name: "Loading text" })).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  const navigations: string[] = [];
  page.on("framenavigated", (frame) => navigations.push(frame.url()));
  held.shift()?.();
  await expect.poll(() => held.length).toBe(1); // one reload by itself
  isHeld = false; // the app tries again before it says so
  held.shift()?.();
  await expect(page.getByRole("heading", { name: "Part of the app didn't load" })).toBeVisible();
  expect(navigations).toHaveLength(1);
  isBroken = false;
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
});
