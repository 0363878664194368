import { type ReactNode, useState } from "react";
import { t } from "../../../i18n/initial.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./MutedItem.module.css";
import type { Mode, Reason } from "./rules.ts";

export interface MutedItemProps {
  /** Undefined if not muted. */
  reason: Reason | undefined;
  mode: Mode;
  children: ReactNode;
}

/** A muted list item that is not hidden: collapsed, or blurred. */
export function MutedItem({ reason, mode, children }: MutedItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (reason === undefined || isOpen) return children;
  const button = (
    <button type="button" className={styles.open} onClick={() => setIsOpen(true)}>
      <Icon name="mute" size={18} />
      <span dir="auto">
        {t("list.mutedBy", { kind: reason.kind, word: "word" in reason ? reason.word : "" })}
      </span>
      <span className={styles.show}>{t("list.show")}</span>
    </button>
  );
  if (mode === "collapse") return <div className={styles.thin}>{button}</div>;
  return (
    <div className={styles.blurred}>
      <div className={styles.behind} inert>
        {children}
      </div>
      {button}
    </div>
  );
}
