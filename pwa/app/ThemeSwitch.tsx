import { useState } from "react";
import { readStored, writeStored } from "../lib/storage.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";

type Theme = "system" | "light" | "dark";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICON: Record<Theme, IconName> = { system: "system", light: "sun", dark: "moon" };

function stored(): Theme {
  const theme = readStored("theme");
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** `public/theme.js` does the same before the first paint. */
function apply(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.style.colorScheme = theme === "system" ? "" : theme;
  writeStored("theme", theme === "system" ? undefined : theme);
}

export function ThemeSwitch({ className }: { className: string }) {
  const [theme, setTheme] = useState(stored);
  const change = () => {
    apply(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  return (
    <button
      type="button"
      className={className}
      onClick={change}
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
    >
      <Icon name={ICON[theme]} />
    </button>
  );
}
