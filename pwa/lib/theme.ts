/** The chosen theme; `public/theme.js` sets it before the first paint. */
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./storage.ts";

export const THEMES = ["system", "light", "dark", "black"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";
const listeners = new Set<() => void>();

function currentTheme(): Theme {
  const stored = readStored(KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}

export function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  root.style.colorScheme = theme === "system" ? "" : theme === "light" ? "light" : "dark";
  writeStored(KEY, theme === "system" ? undefined : theme);
  for (const listener of listeners) listener();
}
