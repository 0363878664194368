import type { ReactNode } from "react";
import { t } from "../../../i18n/initial.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./Covered.module.css";
import { askForMedia } from "./prompt.ts";
import { useCovered } from "./store.ts";

/** A video or player that is not rendered until its service's media is shown. */
export function Covered({ service, name, children }: { service: string; name: string; children: ReactNode }) {
  if (!useCovered(service)) return <div data-cover={service}>{children}</div>;
  return (
    <button
      type="button"
      className={styles.film}
      aria-label={t("list.showMediaOf", { name })}
      onClick={() => askForMedia([service])}
    >
      <Icon name="eyeOff" size={28} />
      {t("list.showMedia")}
    </button>
  );
}
