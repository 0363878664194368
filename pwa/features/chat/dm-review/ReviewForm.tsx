import { type KeyboardEvent, useState } from "react";
import type { PendingDm } from "#shared/entities/dm.ts";
import type { ReviewStatus } from "#shared/rules/dm-review.ts";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { PendingCard } from "./PendingCard.tsx";
import styles from "./Review.module.css";
import { ReviewActions } from "./ReviewActions.tsx";
import { useSelection } from "./selection.ts";

interface ReviewFormProps {
  status: ReviewStatus;
  /** Number of all messages; `dms` are the last imported ones. */
  count: number;
  dms: readonly PendingDm[];
}

export function ReviewForm({ status, count, dms }: ReviewFormProps) {
  const [words, setWords] = useState("");
  const shown = dms.filter((dm) => matches(dm, words));
  const keys = shown.map(({ hash }) => hash);
  const selection = useSelection(keys);
  const { selected } = selection;
  return (
    <div className={styles.form}>
      <div className={styles.tools}>
        <input
          className={button.field}
          type="search"
          aria-label={t("dmReview.search")}
          placeholder={t("dmReview.search")}
          value={words}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setWords(event.target.value)}
        />
        <label className={styles.all}>
          <input
            type="checkbox"
            checked={keys.length > 0 && selected.size === keys.length}
            onChange={(event) => selection.setAll(keys, event.target.checked)}
          />
          {t("dmReview.selectAll", { count: keys.length })}
        </label>
        <p className={styles.soft} role="status">
          {t("dmReview.selected", { selected: selected.size, count })}
        </p>
      </div>
      {shown.length === 0 ? <p>{t("dmReview.noMatches")}</p> : null}
      <ul className={styles.list} aria-label={t("dmReview.title")} onKeyDown={moveFocus(selection.set, keys)}>
        {shown.map((dm) => (
          <PendingCard
            key={dm.hash}
            dm={dm}
            isSelected={selected.has(dm.hash)}
            onSelect={(isSelected, isRange) => selection.set(dm.hash, isSelected, isRange)}
          />
        ))}
      </ul>
      <ReviewActions status={status} dms={dms} selected={selected} />
    </div>
  );
}

/** True if all words occur in the text, the creator's name or file names. */
function matches({ content, artist, user, files }: PendingDm, words: string): boolean {
  const text = [content, artist?.name ?? user, ...files].join("\n").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Keyboard navigation: arrow keys move between checkboxes, with Shift they extend the selection; Home and End. */
function moveFocus(
  select: (key: string, isSelected: boolean, isRange: boolean) => void,
  keys: readonly string[],
) {
  return (event: KeyboardEvent<HTMLUListElement>) => {
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
    const at = boxes.indexOf(event.target as HTMLInputElement);
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: boxes.length - 1,
    };
    const to = targets[event.key];
    const box = to === undefined ? undefined : boxes[to];
    if (at === -1 || to === undefined || box === undefined) return;
    event.preventDefault();
    box.focus();
    if (!event.shiftKey) return;
    for (const key of keys.slice(Math.min(at, to), Math.max(at, to) + 1)) select(key, true, false);
  };
}
