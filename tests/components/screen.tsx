/** A screen of the app in a component test: the real router, query client and stores at an address. */
import type { QueryClient } from "@tanstack/react-query";
import { createBrowserHistory, type RouterHistory } from "@tanstack/react-router";
import Dexie from "dexie";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { commands, page } from "vitest/browser";
import { CREATORS_CACHE, OFFLINE_DB } from "#shared/rules/offline-db.ts";
import { NO_SITE, type Site } from "#shared/rules/site.ts";
import { App } from "../../pwa/app/App.tsx";
import { createQueryClient } from "../../pwa/app/query-client.ts";
import { createAppRouter } from "../../pwa/app/router.ts";
import { restoreScrollPositions } from "../../pwa/app/start/scroll-restoration.ts";
import { startLocale } from "../../pwa/i18n/index.ts";
import { chooseCardSize } from "../../pwa/lib/card-size.ts";
import { setDeviceCiphers } from "../../pwa/lib/device-ciphers.ts";
import { flash } from "../../pwa/lib/toast.ts";
import { storeResponses } from "../../pwa/offline/cache/cached.ts";
import { deleteKeyRecord } from "../../pwa/offline/encryption/key-store.ts";
import { stopOfflineSearch } from "../../pwa/offline/search/client.ts";

export interface ScreenOptions {
  /** Values stored on the device, by key; objects as JSON. */
  stored?: Record<string, unknown>;
  /** A pseudo-language will do as well; by default the browser's, which is English. */
  locale?: string;
  /** Site data that the server has written into the page. */
  site?: Partial<Site>;
  viewport?: { width: number; height: number };
  scheme?: "light" | "dark";
  /** Links preload what they lead to once the pointer rests on them. Off by default: it rests where the last click was. */
  preloads?: boolean;
}

/** Media are shown and nobody is asked about them, unless `stored` has another choice. */
const STORED = { media: { all: true, asked: true } };

let container: HTMLElement | undefined;
let root: Root | undefined;
let routerHistory: RouterHistory | undefined;
let queryClient: QueryClient | undefined;

/** A second one in the same test is a new visit: only what the device has stored is still there. */
export async function renderScreen(
  address: string,
  { stored = {}, locale, site, viewport, scheme, preloads = false }: ScreenOptions = {},
): Promise<void> {
  unmount();
  if (viewport !== undefined) await page.viewport(viewport.width, viewport.height);
  if (scheme !== undefined) await commands.emulateMedia({ colorScheme: scheme });
  if (site !== undefined) setSite({ ...NO_SITE, ...site });
  store({ ...STORED, ...stored, ...(locale === undefined ? {} : { locale }) });
  history.replaceState(null, "", address);
  await startLocale();
  routerHistory = createBrowserHistory();
  queryClient = createQueryClient();
  const router = createAppRouter(queryClient, routerHistory);
  if (!preloads) router.update({ ...router.options, defaultPreload: false });
  restoreScrollPositions(router);
  render(<App router={router} queryClient={queryClient} />);
}

/** Renders into the page before it returns. */
export function render(children: ReactNode): void {
  container = document.body.appendChild(document.createElement("div"));
  const created = createRoot(container);
  root = created;
  flushSync(() => created.render(children));
}

function setSite(site: Site): void {
  const meta = document.createElement("meta");
  meta.name = "site";
  meta.content = JSON.stringify(site);
  removeSite();
  document.head.append(meta);
}

const removeSite = () => document.querySelector("meta[name=site]")?.remove();

/** Stores values the way another tab would: every setting follows. */
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
  const { tables } = database;
  await database.transaction("rw", tables, () => Promise.all(tables.map((table) => table.clear())));
  database.close();
}

function unmount(): void {
  root?.unmount();
  container?.remove();
  routerHistory?.destroy();
  routerHistory = undefined;
  queryClient?.clear(); // nothing is repeated for a screen that is gone
  // A loader that was waiting for its route's code would ask now, in the name of the next test.
  if (queryClient !== undefined) queryClient.fetchQuery = () => new Promise(() => {});
  queryClient = undefined;
}

export async function leaveScreen(): Promise<void> {
  unmount();
  stopOfflineSearch(); // its index has posts of this test in memory
  localStorage.clear();
  sessionStorage.clear();
  await clearOfflineData();
  setDeviceCiphers(undefined);
  if ((await indexedDB.databases()).some(({ name }) => name === "roost-key")) await deleteKeyRecord();
  await caches.delete(CREATORS_CACHE);
  removeSite();
  // These are kept in memory too.
  chooseCardSize(undefined);
  flash(undefined);
  for (const cookie of await cookieStore.getAll()) if (cookie.name) await cookieStore.delete(cookie.name);
  const root = document.documentElement;
  root.removeAttribute("style");
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  Object.assign(root, { lang: "en", dir: "ltr" });
  dispatchEvent(new StorageEvent("storage", { key: null }));
}

/** Opens the screen again, as after a reload or in another tab: the values stored on the device stay. */
export async function reopen(at = address()): Promise<void> {
  await renderScreen(at, { stored: { media: localStorage.getItem("media") ?? "" } });
}
