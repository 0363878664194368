import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import styles from "./Account.module.css";
import { isDuplicate } from "./device.ts";

/** For accounts whose name others have as well, in other letters. */
export function DuplicateWarning() {
  if (isDuplicate.use() === undefined) return null;
  return (
    <p className={styles.warning} role="status">
      {t("account.duplicate")}
      <Link to="/account/change_username">{t("account.changeUsername")}</Link>
    </p>
  );
}
