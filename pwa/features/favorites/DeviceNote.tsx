import { Link, useLocation } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import button from "../../ui/Button.module.css";
import styles from "./Favorites.module.css";
import { useIsOnDevice } from "./marks.ts";

/** Notice to visitors that their favorites are kept on this device, with the way to an account. */
export function DeviceNote() {
  const location = useLocation({ select: ({ href }) => href });
  if (!useIsOnDevice()) return null;
  return (
    <section className={styles.merge} aria-label={t("favorites.onDeviceTitle")}>
      <p>{t("favorites.onDevice")}</p>
      <p className={styles.tabs}>
        <Link to="/authentication/login" search={{ location }} className={button.button}>
          {t("navigation.login")}
        </Link>
        {site().login.password ? (
          <Link to="/authentication/register" search={{ location }} className={button.button}>
            {t("navigation.register")}
          </Link>
        ) : null}
      </p>
    </section>
  );
}
