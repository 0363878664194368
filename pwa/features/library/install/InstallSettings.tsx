import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { SITE_NAME } from "../../../ui/PageHeading.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import styles from "./Install.module.css";
import { install, useInstallWay } from "./offer.ts";

/** Installs the app, even if the offer was declined before; nothing if the browser cannot install it. */
export function InstallSettings() {
  const way = useInstallWay();
  if (way === undefined) return null;
  return (
    <SettingsSection title={t("install.title")} note={t("install.note")}>
      {way === "ios-menu" ? (
        <p>{t("install.ios", { site: SITE_NAME })}</p>
      ) : (
        <p className={styles.buttons}>
          <button type="button" className={button.button} onClick={() => void install()}>
            {t("install.do")}
          </button>
        </p>
      )}
    </SettingsSection>
  );
}
