/**
 * Journeys of a visitor who has the app installed: the service worker runs and has stored the app's files. To install it
 * takes five seconds of a processor, so the tests of a Playwright worker share one browser context. Each test begins
 * without data, cookies and permissions, and with the service worker stopped. A fake clock (`page.clock`) would stay in
 * the context: tests with one have a context of their own.
 */
import { type BrowserContext, type BrowserContextOptions, test as base } from "playwright/test";

/** Kinds of site data, without the service worker and the caches. */
const SITE_DATA = "cookies,local_storage,indexeddb,file_systems,shared_storage,storage_buckets";
/** A page of the site without the app. */
const EMPTY_PAGE = "/livez";

type Open = (options: BrowserContextOptions) => Promise<BrowserContext>;

export const test = base.extend<object, { open: Open }>({
  open: [
    async ({ browser }, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(async (options) => {
        const key = JSON.stringify(options);
        let context = contexts.get(key);
        if (context === undefined) {
          context = await install(await browser.newContext(options));
          contexts.set(key, context);
          // A crash may take the service worker along, and Playwright waits without end for what it tells that one.
          context.on("page", (page) => page.on("crash", () => contexts.delete(key)));
        }
        await reset(context, options);
        return context;
      });
      for (const context of contexts.values()) await context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ open, baseURL, viewport, storageState }, use) => {
    const context = await open({
      viewport,
      serviceWorkers: "allow",
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(storageState === undefined ? {} : { storageState }),
    });
    await use(context);
    // Else they would go on working beside the tests that follow; and what they have just asked for may be on its way through a route.
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    for (const page of context.pages()) await page.close();
  },
});

async function install(context: BrowserContext): Promise<BrowserContext> {
  const page = await context.newPage();
  await page.goto("/contact");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
  return context;
}

async function reset(context: BrowserContext, { storageState }: BrowserContextOptions): Promise<void> {
  await context.setOffline(false);
  await context.clearPermissions();
  const page = await context.newPage();
  await page.goto(EMPTY_PAGE);
  const { origin } = new URL(page.url());
  const session = await context.newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: SITE_DATA });
  const isGiven = typeof storageState === "object";
  const stored = isGiven ? storageState.origins.flatMap(({ localStorage }) => localStorage) : [];
  await page.evaluate(async (entries) => {
    for (const name of await caches.keys()) if (!name.includes("-precache-")) await caches.delete(name);
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, stored);
  await context.clearCookies();
  if (isGiven) await context.addCookies(storageState.cookies);
  await page.close();
}
