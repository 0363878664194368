import type { ReactNode } from "react";
import { useProgressiveCount } from "../../../lib/progressive-list.ts";
import { HiddenNote } from "../../../ui/HiddenNote.tsx";
import { MutedItem } from "./MutedItem.tsx";
import type { Subject } from "./rules.ts";
import { useMuting } from "./use-muting.ts";

export interface MutedListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  subjectOf: (item: T) => Subject;
  className: string | undefined;
  isBusy?: boolean;
  children: (item: T) => ReactNode;
}

/** A list without muted creators or messages, with a notice about them. */
export function MutedList<T>({ items, keyOf, subjectOf, className, isBusy, children }: MutedListProps<T>) {
  const { rows, count, text, mode, isShown, onToggle } = useMuting(items, subjectOf);
  const limit = useProgressiveCount(rows.length);
  return (
    <>
      {count === 0 ? null : <HiddenNote text={text} isShown={isShown} onToggle={onToggle} />}
      <ul className={className} aria-busy={isBusy}>
        {rows.slice(0, limit).map(({ item, reason }) => (
          <li key={keyOf(item)}>
            <MutedItem reason={reason} mode={mode}>
              {children(item)}
            </MutedItem>
          </li>
        ))}
      </ul>
    </>
  );
}
