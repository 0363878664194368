import { t } from "../../../i18n/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./DeviceLabel.module.css";

/** Label for results from the device, with the number of posts searched. */
export function DeviceLabel({ size }: { size: number }) {
  return (
    <p className={styles.label} role="status">
      <Icon name="offline" size={18} />
      <span>{t("offline.searching", { count: size })}</span>
    </p>
  );
}
