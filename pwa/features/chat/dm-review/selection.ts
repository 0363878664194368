/** Selection in a list: single items, ranges with Shift, or all. */
import { useState } from "react";

export interface Selection {
  selected: ReadonlySet<string>;
  /** @param isRange changes all items from the last changed one to this one */
  set(key: string, isSelected: boolean, isRange: boolean): void;
  setAll(keys: readonly string[], isSelected: boolean): void;
}

/** @param keys of the shown items, in order; items that disappear are deselected */
export function useSelection(keys: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const change = (changed: readonly string[], isSelected: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const key of changed) {
        if (isSelected) next.add(key);
        else next.delete(key);
      }
      return next;
    });
  return {
    selected: new Set(keys.filter((key) => chosen.has(key))),
    set(key, isSelected, isRange) {
      change(isRange ? between(keys, last, key) : [key], isSelected);
      setLast(key);
    },
    setAll: change,
  };
}

function between(keys: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [start, end] = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)];
  return start === -1 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}
