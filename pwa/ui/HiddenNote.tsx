import { t } from "../i18n/initial.ts";
import styles from "./HiddenNote.module.css";

export interface HiddenNoteProps {
  /** Number and reason of hidden items, such as "4 hidden by mutes". */
  text: string;
  isShown: boolean;
  onToggle: () => void;
}

/** Number of hidden items, with a button to show them. */
export function HiddenNote({ text, isShown, onToggle }: HiddenNoteProps) {
  return (
    <p className={styles.note}>
      <span role="status">{text}</span>
      <button
        type="button"
        className={styles.toggle}
        aria-label={t("list.showLabel", { isShown: String(isShown), text })}
        onClick={onToggle}
      >
        {t(isShown ? "list.hideAgain" : "list.show")}
      </button>
    </p>
  );
}
