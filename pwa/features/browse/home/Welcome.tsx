import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import button from "../../../ui/Button.module.css";
import { Bird } from "../../../ui/Logo.tsx";
import { PageHeading, SITE_NAME } from "../../../ui/PageHeading.tsx";
import styles from "./Welcome.module.css";

/** Introduction for new visitors. @param count number of posts; undefined while it is loading */
export function Welcome({ count }: { count: number | undefined }) {
  return (
    <section className={styles.welcome}>
      <span className={styles.scene}>
        <Bird />
      </span>
      <WelcomeHeading />
      <p className={styles.lead}>{t("home.intro")}</p>
      <p className={styles.about}>{t("home.about")}</p>
      <p className={styles.count}>{count === undefined ? "\u00a0" : t("home.count", { count })}</p>
      <p className={styles.actions}>
        <Link to="/posts" className={`${button.button} ${styles.main}`}>
          {t("home.browse")}
        </Link>
        <Link to="/artists" className={`${button.button} ${styles.second}`}>
          {t("home.find")}
        </Link>
      </p>
    </section>
  );
}

export function WelcomeHeading() {
  return (
    <PageHeading title={SITE_NAME}>
      <Rich
        id="home.welcome"
        values={{ site: SITE_NAME }}
        tags={{ site: (name) => <bdi translate="no">{name}</bdi> }}
      />
    </PageHeading>
  );
}
