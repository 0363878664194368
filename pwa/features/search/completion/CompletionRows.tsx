import { formatNumber, t } from "../../../i18n/index.ts";
import { type Combobox, ComboboxOption } from "../../../ui/Combobox.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./Completion.module.css";
import type { Completion } from "./completion.ts";

export interface CompletionRowsProps {
  combobox: Combobox;
  completions: readonly Completion[];
  onSelect: (completion: Completion) => void;
}

/** Element id of an option. */
export const completionId = ({ term }: Completion) => `k-${encodeURIComponent(term)}`;

export function CompletionRows({ combobox, completions, onSelect }: CompletionRowsProps) {
  return completions.map((completion) => (
    <ComboboxOption
      key={completion.term}
      id={completionId(completion)}
      combobox={combobox}
      className={styles.row}
      onSelect={() => onSelect(completion)}
    >
      <Icon name={completion.count === undefined ? "enter" : "tag"} size={16} />
      <bdi className={styles.label}>{completion.label}</bdi>
      {completion.count === undefined ? null : (
        <>
          <span className={styles.count} aria-hidden="true">
            {formatNumber(completion.count)}
          </span>
          <span className="sr-only">{t("search.postCount", { count: completion.count })}</span>
        </>
      )}
    </ComboboxOption>
  ));
}
