import { t } from "../../i18n/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./DeviceLabel.module.css";

/** Says that what is shown comes from the device, and of how many posts. */
export function DeviceLabel({ size }: { size: number }) {
  return (
    <p className={styles.label} role="status">
      <Icon name="offline" size={18} />
      <span>{t("offline.searching", { count: size })}</span>
    </p>
  );
}
