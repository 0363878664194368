import { t } from "../../../i18n/index.ts";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import styles from "../Account.module.css";

export function LinkEnded() {
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("guest.ended")} />
      <p>{t("guest.endedNote")}</p>
    </div>
  );
}
