import { useEffect } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Notice } from "../../../ui/Notice.tsx";
import { SITE_NAME } from "../../../ui/PageHeading.tsx";
import styles from "./Install.module.css";
import { countVisit, install, offerLater, offerNever, useInstallWay, useIsDue } from "./offer.ts";

/** The install prompt, from the second visit on; postponed or declined for good. */
export function InstallOffer() {
  useEffect(countVisit, []);
  const way = useInstallWay();
  const isDue = useIsDue();
  if (way === undefined || !isDue) return null;
  return (
    <Notice kind="install">
      <section className={styles.notice} aria-label={t("install.title")}>
        <p>{t(way === "button" ? "install.offer" : "install.ios", { site: SITE_NAME })}</p>
        <p className={styles.buttons}>
          {way === "button" ? (
            <button
              type="button"
              className={`${button.button} ${button.primary}`}
              onClick={() => void install()}
            >
              {t("install.do")}
            </button>
          ) : null}
          <button type="button" className={button.button} onClick={offerLater}>
            {t("install.later")}
          </button>
          <button type="button" className={button.button} onClick={offerNever}>
            {t("install.decline")}
          </button>
        </p>
      </section>
    </Notice>
  );
}
