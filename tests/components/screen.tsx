/** A screen of the app in a component test: the real router, query client and stores at an address. */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { commands, page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { queryClient } from "../../pwa/app/query-client.ts";
import { router } from "../../pwa/app/router.ts";
import { chooseLocale, type Locale, useLocale } from "../../pwa/i18n/index.ts";

export interface ScreenOptions {
  /** What the device has stored, by key; objects as JSON. */
  stored?: Record<string, unknown>;
  locale?: Locale;
  viewport?: { width: number; height: number };
  scheme?: "light" | "dark";
}

/** Media are shown and nobody is asked about them, unless `stored` has another choice. */
const STORED = { media: { all: true, asked: true } };

function App() {
  return <RouterProvider key={useLocale()} router={router} />;
}

export async function renderScreen(
  address: string,
  { stored = {}, locale = "en", viewport, scheme }: ScreenOptions = {},
): Promise<void> {
  if (viewport !== undefined) await page.viewport(viewport.width, viewport.height);
  if (scheme !== undefined) await commands.emulateMedia({ colorScheme: scheme });
  store({ ...STORED, ...stored });
  await chooseLocale(locale);
  await router.navigate({ href: address, ignoreBlocker: true });
  await render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
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

export async function leaveScreen(): Promise<void> {
  await cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of await cookieStore.getAll()) if (cookie.name) await cookieStore.delete(cookie.name);
  const root = document.documentElement;
  root.removeAttribute("style");
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  dispatchEvent(new StorageEvent("storage", { key: null }));
}
