/** Selection in a list, item by item or as a range. Pure. */

export interface Selection {
  /** Keys of the selected items. */
  keys: ReadonlySet<string>;
  /** Start of a range: the last selected item. */
  last: string;
}

export const NOTHING_SELECTED: Selection = { keys: new Set(), last: "" };

/** Maximum number of selected posts. */
export const MAX_SELECTED = 50;

/**
 * Toggles an item, or selects the range from the last selected item to it.
 * @returns undefined if that exceeds the maximum
 */
export function pick(
  { keys, last }: Selection,
  key: string,
  isRange: boolean,
  list: readonly string[],
  max = MAX_SELECTED,
): Selection | undefined {
  const next = new Set(keys);
  const [from, to] = [list.indexOf(last), list.indexOf(key)];
  if (isRange && from >= 0 && to >= 0)
    for (const one of list.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
  else if (!next.delete(key)) next.add(key);
  return next.size > max ? undefined : { keys: next, last: key };
}
