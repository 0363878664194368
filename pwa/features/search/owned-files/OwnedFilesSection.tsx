import { useEffect, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import { hasOfflineData } from "../../../offline/db/has-data.ts";
import { ownedFilesSetting } from "../../../offline/owned-files/owned-files.ts";
import button from "../../../ui/Button.module.css";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import styles from "./OwnedFiles.module.css";

const rows = () => import("../../../offline/owned-files/rows.ts");

/** Settings of the owned-files list: on or off, count, clear. */
export function OwnedFilesSection() {
  const isOn = ownedFilesSetting.use() === "on";
  const count = useCount(isOn);
  const clear = async () => {
    const { restoreOwned, clearOwned } = await rows();
    const before = await clearOwned();
    flash({ text: t("owned.cleared"), undo: () => void restoreOwned(before) });
  };
  return (
    <SettingsSection title={t("owned.title")} note={t("owned.note")}>
      <Switch
        label={t("owned.keep")}
        isOn={isOn}
        onChange={(next) => ownedFilesSetting.set(next ? "on" : "off")}
      />
      <div className={styles.forget}>
        <p role="status">{t("owned.files", { count })}</p>
        <button
          type="button"
          className={button.button}
          disabled={count === 0}
          onClick={() => void clear().catch(() => {})}
        >
          {t("owned.clear")}
        </button>
      </div>
    </SettingsSection>
  );
}

/** Number of owned files. Does not create a database just for counting. */
function useCount(isOn: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isOn && !hasOfflineData()) return;
    let isHere = true;
    let end = () => {};
    rows().then(
      ({ watchOwnedCount }) => {
        if (isHere) end = watchOwnedCount(setCount);
      },
      () => {}, // unknown
    );
    return () => {
      isHere = false;
      end();
    };
  }, [isOn]);
  return count;
}
