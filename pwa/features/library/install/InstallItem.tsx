import { t } from "../../../i18n/index.ts";
import { ScreenIcon } from "../../../ui/ScreenIcon.tsx";
import styles from "./Install.module.css";
import { install } from "./offer.ts";

/** Menu item that installs the app, if the browser supports it. */
export function InstallItem({ className }: { className: string }) {
  return (
    <button type="button" className={`${className} ${styles.item}`} onClick={() => void install()}>
      <ScreenIcon name="install" size={20} />
      {t("install.do")}
    </button>
  );
}
