import { useState } from "react";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import styles from "./SeenSettings.module.css";
import { forgetSeen, hidesSeen, marksScrolled, useSeen } from "./store.ts";

/** Settings of the seen history. */
export function SeenSettings() {
  const count = useSeen().size;
  const [isAsking, setIsAsking] = useState(false);
  const forget = () => {
    const undo = forgetSeen();
    setIsAsking(false);
    flash({ text: t("seen.cleared"), undo });
  };
  return (
    <SettingsSection title={t("seen.title")} note={t("seen.note")}>
      <Switch
        label={t("seen.hide")}
        isOn={hidesSeen.use() === "on"}
        onChange={(isOn) => hidesSeen.set(isOn ? "on" : "off")}
      />
      <Switch
        label={t("seen.scroll")}
        isOn={marksScrolled.use() === "on"}
        onChange={(isOn) => marksScrolled.set(isOn ? "on" : "off")}
      />
      <div className={styles.forget}>
        <p>{t("seen.count", { count })}</p>
        <button
          type="button"
          className={button.button}
          disabled={count === 0}
          onClick={() => setIsAsking(true)}
        >
          {t("seen.clear")}
        </button>
      </div>
      {isAsking ? (
        <Dialog
          className={styles.dialog}
          title={t("seen.clearTitle", { count })}
          onClose={() => setIsAsking(false)}
        >
          <p>{t("seen.clearNote")}</p>
          <p className={styles.buttons}>
            <button type="button" className={`${button.button} ${button.primary}`} onClick={forget}>
              {t("seen.clear")}
            </button>
            <button type="button" className={button.button} onClick={() => setIsAsking(false)}>
              {t("seen.cancel")}
            </button>
          </p>
        </Dialog>
      ) : null}
    </SettingsSection>
  );
}
