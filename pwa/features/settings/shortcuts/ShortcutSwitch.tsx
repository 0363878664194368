import { t } from "../../../i18n/index.ts";
import { shortcutSettings } from "../../../lib/shortcuts.ts";
import { Switch } from "../../../ui/Switch.tsx";

/** Turns single-key shortcuts on or off. */
export function ShortcutSwitch() {
  const settings = shortcutSettings.use();
  return (
    <Switch
      label={t("shortcuts.switch")}
      isOn={!settings.isOff}
      onChange={(isOn) => shortcutSettings.set({ ...settings, isOff: !isOn })}
    />
  );
}
