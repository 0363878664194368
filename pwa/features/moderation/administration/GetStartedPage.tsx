import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import { Icon, type IconName } from "../../../ui/Icon.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import styles from "./GetStarted.module.css";
import { RemoveSample } from "./RemoveSample.tsx";

/** `/account/administrator/start`: what a new administrator does first, in three steps. */
export function GetStartedPage() {
  return (
    <div className={page.page}>
      <PageHeading title={t("start.title")} />
      <ol className={styles.steps}>
        <li>
          <h2>{t("start.import")}</h2>
          <p>{t("start.importNote")}</p>
          <Step to="/account/administrator/downloads" icon="import">
            {t("downloads.title")}
          </Step>
        </li>
        <li>
          <h2>{t("start.sample")}</h2>
          <p>{t("start.sampleNote")}</p>
          <RemoveSample />
        </li>
        <li>
          <h2>{t("start.people")}</h2>
          <p>{t("start.peopleNote")}</p>
          <Step to="/account/administrator/accounts" icon="creators">
            {t("start.access")}
          </Step>
        </li>
      </ol>
      <Link to="/" className={styles.home}>
        {t("start.home")}
      </Link>
    </div>
  );
}

function Step({ to, icon, children }: { to: string; icon: IconName; children: string }) {
  return (
    <Link to={to} className={styles.step}>
      <Icon name={icon} />
      {children}
    </Link>
  );
}
