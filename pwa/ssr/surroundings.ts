/** What the app's modules find in a browser, as far as drawing a page for someone unknown needs it. Imported before all of them. */
import React from "react";
import { NARROW } from "../lib/media-query.ts";

/** The page that is being drawn. */
export const drawing = {
  isNarrow: true,
  /** Contents of the page's `meta` elements by name. */
  metas: {} as Record<string, string>,
  /** Origin of the API. */
  base: "http://127.0.0.1",
};

const nodeFetch = globalThis.fetch;
const document = {
  cookie: "",
  visibilityState: "visible",
  documentElement: { dataset: {}, getAttribute: () => null },
  querySelector: (selector: string) => {
    const content = drawing.metas[/^meta\[name="([\w-]+)"\]$/.exec(selector)?.[1] ?? ""];
    return content === undefined ? null : { content };
  },
};

const browser = {
  document,
  addEventListener: () => {},
  removeEventListener: () => {},
  devicePixelRatio: 2,
  location: { pathname: "/", search: "", href: "/", origin: drawing.base },
  matchMedia: (query: string) => ({
    matches: query.startsWith("(m") && drawing.isNarrow === (query === NARROW),
  }),
  // Addresses of the API are relative in the app.
  fetch: (address: string, options?: RequestInit) => nodeFetch(new URL(address, drawing.base), options),
};
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
Object.defineProperty(globalThis, "navigator", {
  value: { onLine: true, languages: ["en"], userAgent: "" },
  configurable: true,
});

// Stores of the app are read the same way here as in a browser.
const { useSyncExternalStore } = React;
React.useSyncExternalStore = (watch, read, readHere = read) => useSyncExternalStore(watch, read, readHere);
