import { t } from "../../i18n/index.ts";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { ReaderChoices } from "../reading/reader/lazy.ts";
import { readingClass } from "../reading/reader/ReaderButton.tsx";
import styles from "./SettingsPage.module.css";

export function ReaderSection() {
  return (
    <SettingsSection title={t("reader.title")} note={t("reader.note")}>
      <div className={styles.sample}>
        <p className={readingClass}>{t("reader.sample")}</p>
      </div>
      <ReaderChoices />
    </SettingsSection>
  );
}
