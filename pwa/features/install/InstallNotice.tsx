import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { SITE_NAME } from "../../ui/PageHeading.tsx";
import styles from "./Install.module.css";
import { type InstallWay, install, installAnswer } from "./prompt.ts";

/** The install prompt; once declined it is not shown again. */
export function InstallNotice({ way }: { way: InstallWay }) {
  return (
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
        <button type="button" className={button.button} onClick={() => installAnswer.set("no")}>
          {t("install.decline")}
        </button>
      </p>
    </section>
  );
}
