/** The command palette with the app's pages and global actions. */
import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { clearHistory } from "../../features/reading/history/store.ts";
import { Palette } from "../../features/search/palette/Palette.tsx";
import type { Command } from "../../features/search/palette/rows.ts";
import type { PaletteCommands } from "../../features/search/palette/use-palette.ts";
import { chooseLocale, LOCALES, type Locale, t } from "../../i18n/index.ts";
import { isPrivate, setPrivateSession } from "../../lib/private-session.ts";
import { shortcutSettings } from "../../lib/shortcuts.ts";
import { chooseTheme, THEMES, type Theme } from "../../lib/theme.ts";
import type { IconName } from "../../ui/Icon.tsx";
import { accountLinks, BAR, queueLinks, sections } from "./navigation.ts";

const THEME_ICONS: Record<Theme, IconName> = {
  system: "system",
  light: "sun",
  dark: "moon",
  black: "contrast",
};

export interface CommandPaletteProps {
  takeTyped: () => string;
  onClose: () => void;
  onHelp: () => void;
}

export function CommandPalette({ takeTyped, onClose, onHelp }: CommandPaletteProps) {
  const router = useRouter();
  const links = accountLinks.use();
  const queues = queueLinks.use();
  const commands = useMemo((): PaletteCommands => {
    const items = sections(links, queues).flatMap((section) => section.items);
    const pages = [...BAR.slice(0, 1), ...items].map(
      ({ to, label, icon }): Command => ({
        id: `palette-${label}`,
        title: t(label),
        icon,
        go: router.buildLocation({ to }).href,
      }),
    );
    return {
      pages,
      actions: actions(onHelp),
      all: (typed) => ({
        id: "palette-all",
        title: t("palette.all", { q: typed }),
        icon: "search",
        go: router.buildLocation({ to: "/posts", search: { q: typed } }).href,
      }),
    };
  }, [router, onHelp, links, queues]);
  return <Palette commands={commands} takeTyped={takeTyped} onClose={onClose} />;
}

function actions(onHelp: () => void): Command[] {
  const { isOff, ...settings } = shortcutSettings.get();
  return [
    ...THEMES.map(
      (theme): Command => ({
        id: `palette-theme-${theme}`,
        title: t("theme.label", { theme }),
        icon: THEME_ICONS[theme],
        go: () => chooseTheme(theme),
      }),
    ),
    ...Object.entries(LOCALES).map(
      ([tag, name]): Command => ({
        id: `palette-language-${tag}`,
        title: t("palette.language", { name }),
        icon: "language",
        go: () => void chooseLocale(tag as Locale).catch(() => {}), // on failure the language stays unchanged
      }),
    ),
    { id: "palette-help", title: t("shortcuts.title"), icon: "settings", go: onHelp },
    {
      id: "palette-keys",
      title: t(isOff ? "palette.keysOn" : "palette.keysOff"),
      icon: "settings",
      go: () => shortcutSettings.set({ ...settings, isOff: !isOff }),
    },
    {
      id: "palette-private",
      title: t(isPrivate() ? "privateSession.leave" : "privateSession.start"),
      icon: "eyeOff",
      go: () => void setPrivateSession(!isPrivate()),
    },
    { id: "palette-forget", title: t("palette.clearRecent"), icon: "close", go: clearHistory },
  ];
}
