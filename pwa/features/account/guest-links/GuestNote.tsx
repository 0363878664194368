import { t } from "../../../i18n/index.ts";
import { DateText } from "../../../ui/DateText.tsx";
import styles from "../Account.module.css";

/** Says until when a link shows what is in view. */
export function GuestNote({ expiresAt }: { expiresAt: string }) {
  return (
    <p className={styles.soft}>
      {t("guest.until")} <DateText iso={expiresAt} show="moment" />
    </p>
  );
}
