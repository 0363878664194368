import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import styles from "./Footer.module.css";

/** Contact, status and API, and the notices, under every page. */
export function Strip() {
  const { status } = site();
  return (
    <footer className={styles.strip}>
      <nav aria-label={t("frame.strip")}>
        <Link to="/contact">{t("frame.contact")}</Link>
        {status === undefined ? null : (
          <a href={status} rel="noopener noreferrer">
            {t("frame.status")}
          </a>
        )}
        <Link to="/documentation/api">{t("frame.api")}</Link>
        <Link to="/dmca">{t("frame.takedowns")}</Link>
        <Link to="/2257">{t("frame.records")}</Link>
        <Link to="/gumroad-and-co">{t("frame.locked")}</Link>
        <Link to="/matrix">{t("frame.chat")}</Link>
      </nav>
    </footer>
  );
}
