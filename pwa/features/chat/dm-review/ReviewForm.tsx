import { type KeyboardEvent, useState } from "react";
import type { PendingDm } from "#shared/entities/dm.ts";
import type { ReviewStatus } from "#shared/rules/dm-review.ts";
import { t } from "../../../i18n/index.ts";
import { NOTHING_SELECTED, pick } from "../../../lib/selection.ts";
import button from "../../../ui/Button.module.css";
import { PendingCard } from "./PendingCard.tsx";
import styles from "./Review.module.css";
import { ReviewActions } from "./ReviewActions.tsx";

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
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const selected = new Set(keys.filter((key) => selection.keys.has(key)));
  const select = (key: string, isRange: boolean, last?: string) =>
    setSelection((before) => {
      const from = last === undefined ? before : { ...before, last };
      return pick(from, key, isRange, keys, Number.POSITIVE_INFINITY) ?? before;
    });
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
            onChange={({ target }) =>
              setSelection(target.checked ? { keys: new Set(keys), last: "" } : NOTHING_SELECTED)
            }
          />
          {t("dmReview.selectAll", { count: keys.length })}
        </label>
        <p className={styles.soft} role="status">
          {t("dmReview.selected", { selected: selected.size, count })}
        </p>
      </div>
      {shown.length === 0 ? <p>{t("dmReview.noMatches")}</p> : null}
      <ul className={styles.list} aria-label={t("dmReview.title")} onKeyDown={moveFocus(select, keys)}>
        {shown.map((dm) => (
          <PendingCard
            key={dm.hash}
            dm={dm}
            isSelected={selected.has(dm.hash)}
            onSelect={(isRange) => select(dm.hash, isRange)}
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
function moveFocus(select: (key: string, isRange: boolean, last: string) => void, keys: readonly string[]) {
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
    if (event.shiftKey) select(keys[to] ?? "", true, keys[at] ?? "");
  };
}
