import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import styles from "./Account.module.css";
import { isDuplicate } from "./device.ts";

/** Warning for accounts whose name differs from another only in case. */
export function DuplicateWarning() {
  if (isDuplicate.use() === undefined) return null;
  return (
    <p className={styles.warning} role="status">
      {t("account.duplicate")}
      <Link to="/account/change_username">{t("account.changeUsername")}</Link>
    </p>
  );
}
