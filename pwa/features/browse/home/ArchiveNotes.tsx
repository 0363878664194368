/** Introduction to the archive's content for new visitors. */
import { Link } from "@tanstack/react-router";
import { isAllowed } from "#shared/rules/roles.ts";
import { t } from "../../../i18n/index.ts";
import { role } from "../../account/device.ts";
import styles from "./HomePage.module.css";

const IMPORTS = ["roost import <folder>", "roost ingest <folder>"];
const PAGE = "docs/importing-downloads.md";

/** Leads administrators to the button that removes it, and shows others the command. */
export function SampleNote() {
  const isAdministrator = isAllowed("administrator", role.use());
  return (
    <aside className={styles.note} aria-label={t("home.sampleTitle")}>
      {isAdministrator ? (
        <p>
          {t("start.sampleNote")} <Link to="/account/administrator/start">{t("start.title")}</Link>
        </p>
      ) : (
        <>
          <p>{t("home.sample")}</p>
          <code>roost sample --remove</code>
        </>
      )}
    </aside>
  );
}

export function EmptyArchive() {
  return (
    <section className={styles.note} aria-labelledby="empty-archive">
      <h2 id="empty-archive">{t("home.empty")}</h2>
      <p>{t("home.emptyHow")}</p>
      {IMPORTS.map((command) => (
        <code key={command}>{command}</code>
      ))}
      <p>
        {t("home.emptyDocs")} <code>{PAGE}</code>
      </p>
    </section>
  );
}
