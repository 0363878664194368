/** A screen of the app in a component test: the real router, query client and stores at an address. */
import { createBrowserHistory, type RouterHistory } from "@tanstack/react-router";
import Dexie from "dexie";
import { commands, page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { OFFLINE_DB } from "#shared/rules/offline-db.ts";
import { App } from "../../pwa/app/App.tsx";
import { createQueryClient } from "../../pwa/app/query-client.ts";
import { createAppRouter } from "../../pwa/app/router.ts";
import { restoreScrollPositions } from "../../pwa/app/start/scroll-restoration.ts";
import { chooseLocale, type Locale } from "../../pwa/i18n/index.ts";
import { storeResponses } from "../../pwa/offline/cache/cached.ts";

export interface ScreenOptions {
  /** What the device has stored, by key; objects as JSON. */
  stored?: Record<string, unknown>;
  locale?: Locale;
  viewport?: { width: number; height: number };
  scheme?: "light" | "dark";
}

/** Media are shown and nobody is asked about them, unless `stored` has another choice. */
const STORED = { media: { all: true, asked: true } };

let routerHistory: RouterHistory | undefined;

export async function renderScreen(
  address: string,
  { stored = {}, locale = "en", viewport, scheme }: ScreenOptions = {},
): Promise<void> {
  if (viewport !== undefined) await page.viewport(viewport.width, viewport.height);
  if (scheme !== undefined) await commands.emulateMedia({ colorScheme: scheme });
  store({ ...STORED, ...stored });
  await chooseLocale(locale);
  history.replaceState(null, "", address);
  routerHistory = createBrowserHistory();
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, routerHistory);
  restoreScrollPositions(router);
  await render(<App router={router} queryClient={queryClient} />);
}

/** As another tab would: every setting follows. */
export function store(values: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(values))
    localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  dispatchEvent(new StorageEvent("storage", { key: null }));
}

/** The path, query and fragment in view. */
export function address(): string {
  return location.pathname + location.search + location.hash;
}

/** Emptied, not deleted: an open connection would hold a deletion up. */
async function clearOfflineData(): Promise<void> {
  await storeResponses();
  if (!(await Dexie.exists(OFFLINE_DB))) return;
  const database = await new Dexie(OFFLINE_DB).open();
  await Promise.all(database.tables.map((table) => table.clear()));
  database.close();
}

export async function leaveScreen(): Promise<void> {
  await cleanup();
  routerHistory?.destroy();
  localStorage.clear();
  sessionStorage.clear();
  await clearOfflineData();
  for (const cookie of await cookieStore.getAll()) if (cookie.name) await cookieStore.delete(cookie.name);
  const root = document.documentElement;
  root.removeAttribute("style");
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  dispatchEvent(new StorageEvent("storage", { key: null }));
}
