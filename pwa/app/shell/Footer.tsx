import { Link } from "@tanstack/react-router";
import { version } from "../../../package.json";
import { t } from "../../i18n/initial.ts";
import { site } from "../../lib/site.ts";
import styles from "./Footer.module.css";

/** Footer of every page: contact, status, API, notices and the version. */
export function Strip() {
  const { status } = site();
  return (
    <footer className={styles.strip}>
      <nav aria-label={t("shell.footer")}>
        <Link to="/contact">{t("shell.contact")}</Link>
        {status === undefined ? null : (
          <a href={status} rel="noopener noreferrer">
            {t("shell.status")}
          </a>
        )}
        <Link to="/documentation/api">{t("shell.api")}</Link>
        <Link to="/dmca">{t("shell.takedowns")}</Link>
        <Link to="/2257">{t("shell.records")}</Link>
        <Link to="/gumroad-and-co">{t("shell.archivePasswords")}</Link>
        <Link to="/matrix">{t("shell.chat")}</Link>
        <span className={styles.version}>{`Roost ${version}`}</span>
      </nav>
    </footer>
  );
}
