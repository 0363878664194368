import { t } from "../../i18n/initial.ts";
import { chooseTheme, THEMES, type Theme, useTheme } from "../../lib/theme.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";

const ICON: Record<Theme, IconName> = { system: "system", light: "sun", dark: "moon", black: "contrast" };

/** Switches to the next theme. */
export function ThemeSwitch({ className }: { className: string }) {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  const label = t("theme.label", { theme });
  return (
    <button
      type="button"
      className={className}
      onClick={() => chooseTheme(next)}
      aria-label={label}
      title={label}
    >
      <Icon name={ICON[theme]} />
    </button>
  );
}
