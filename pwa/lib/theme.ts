/** The chosen theme; `public/theme.js` applies it before the first paint. */
import { createSetting, oneOf } from "./setting.ts";

export const THEMES = ["system", "light", "dark", "black"] as const;
export type Theme = (typeof THEMES)[number];

const setting = createSetting<Theme>("theme", oneOf(THEMES), "system", { ssr: "sent" });

export const useTheme = setting.use;

export function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  root.style.colorScheme = theme === "system" ? "" : theme === "light" ? "light" : "dark";
  setting.set(theme === "system" ? undefined : theme);
}
