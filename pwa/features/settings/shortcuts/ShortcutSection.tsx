import { useState } from "react";
import { t } from "../../../i18n/index.ts";
import { keyOf, SHORTCUT_IDS, type ShortcutId, shortcutSettings } from "../../../lib/shortcuts.ts";
import button from "../../../ui/Button.module.css";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { ShortcutSwitch } from "./ShortcutSwitch.tsx";
import styles from "./Shortcuts.module.css";
import { withKey } from "./with-key.ts";

/** Settings of shortcuts: turns all on or off, and reassigns single keys. */
export function ShortcutSection() {
  const settings = shortcutSettings.use();
  return (
    <div id="shortcuts" className={styles.section}>
      <SettingsSection title={t("shortcuts.title")} note={t("shortcuts.note")}>
        <ShortcutSwitch />
        <ul className={styles.fields}>
          {SHORTCUT_IDS.map((id) => (
            <KeyField key={id} id={id} />
          ))}
        </ul>
        <p>
          <button
            type="button"
            className={button.button}
            disabled={Object.keys(settings.keys).length === 0}
            onClick={() => shortcutSettings.set({ ...settings, keys: {} })}
          >
            {t("shortcuts.reset")}
          </button>
        </p>
      </SettingsSection>
    </div>
  );
}

/** Field for one character; a key already in use is reported, not reassigned. */
function KeyField({ id }: { id: ShortcutId }) {
  const settings = shortcutSettings.use();
  const [refused, setRefused] = useState<{ key: string; takenBy: ShortcutId }>();
  const change = (typed: string) => {
    const key = [...typed.trim()].at(-1) ?? "";
    const next = withKey(settings, id, key);
    if ("takenBy" in next) setRefused({ key, ...next });
    else {
      setRefused(undefined);
      shortcutSettings.set(next);
    }
  };
  return (
    <li className={styles.field}>
      <label>
        <span>{t(`shortcuts.${id}`)}</span>
        <input
          className={`${button.field} ${styles.key}`}
          value={refused?.key ?? keyOf(id, settings)}
          maxLength={4}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={settings.isOff}
          aria-invalid={refused !== undefined}
          aria-describedby={refused === undefined ? undefined : `shortcut-${id}`}
          onBlur={() => setRefused(undefined)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      {refused === undefined ? null : (
        <p id={`shortcut-${id}`} className={styles.problem} role="alert">
          {t("shortcuts.taken", { action: t(`shortcuts.${refused.takenBy}`) })}
        </p>
      )}
    </li>
  );
}
