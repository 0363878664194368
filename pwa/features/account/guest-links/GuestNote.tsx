import { t } from "../../../i18n/index.ts";
import { DateText } from "../../../ui/DateText.tsx";
import styles from "../Account.module.css";
import type { OpenedLink } from "./api.ts";

/** Says until when a link shows what is in view, and whether it is a copy. */
export function GuestNote({ link: { expires_at: end, isCopy } }: { link: OpenedLink }) {
  return (
    <>
      {isCopy ? <p className={styles.soft}>{t("guest.copy")}</p> : null}
      <p className={styles.soft}>
        {t("guest.until")} <DateText iso={end} show="moment" />
      </p>
    </>
  );
}
