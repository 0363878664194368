import { t } from "../../i18n/index.ts";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { ReaderChoices, readingClass } from "../reading/reader/public.tsx";
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
