import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { type MessageId, t } from "../../../i18n/index.ts";
import { keyOf, SHORTCUT_IDS, shortcutSettings } from "../../../lib/shortcuts.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ShortcutSwitch } from "./ShortcutSwitch.tsx";
import styles from "./Shortcuts.module.css";

/** Fixed shortcuts; `+` between keys pressed together. */
const FIXED: [MessageId, string[][]][] = [
  ["shortcuts.palette", [[isApple() ? "⌘" : "Ctrl", "K"]]],
  ["shortcuts.neighbors", [["←"], ["→"]]],
  ["shortcuts.open", [["Enter"]]],
  ["shortcuts.close", [["Esc"]]],
];
const VIEWER: [MessageId, string[][]][] = [
  ["shortcuts.viewer.turn", [["←"], ["→"]]],
  ["shortcuts.viewer.ends", [["Home"], ["End"]]],
  ["shortcuts.viewer.zoom", [["+"], ["-"], ["0"]]],
  ["shortcuts.viewer.fullscreen", [["f"]]],
  ["shortcuts.viewer.slideshow", [["s"]]],
  ["shortcuts.viewer.text", [["t"]]],
];

/** Dialog that lists the shortcuts; has a shortcut itself. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const settings = shortcutSettings.use();
  const rows = SHORTCUT_IDS.filter((id) => keyOf(id, settings) !== "").map((id): [MessageId, string[][]] => [
    `shortcuts.${id}`,
    [[keyOf(id, settings)]],
  ]);
  return (
    <Dialog
      className={styles.dialog}
      title={t("shortcuts.title")}
      closeLabel={t("shortcuts.closeHelp")}
      onClose={onClose}
    >
      <Keys title={t("shortcuts.single")} rows={rows} isOff={settings.isOff} />
      <ShortcutSwitch />
      <Keys title={t("shortcuts.always")} rows={FIXED} />
      <Keys title={t("shortcuts.inViewer")} rows={VIEWER} />
      <Link to="/settings" hash="shortcuts" className={button.button} onClick={onClose}>
        {t("shortcuts.change")}
      </Link>
    </Dialog>
  );
}

function Keys({ title, rows, isOff }: { title: string; rows: [MessageId, string[][]][]; isOff?: boolean }) {
  return (
    <section className={styles.group} data-off={isOff || undefined}>
      <h3>{title}</h3>
      <dl className={styles.keys}>
        {rows.map(([label, choices]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              {choices.map((together) => (
                <span key={together.join()} className={styles.chord}>
                  {together.map((key, at) => (
                    <Fragment key={key}>
                      {at === 0 ? null : "+"}
                      <kbd>{key}</kbd>
                    </Fragment>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
