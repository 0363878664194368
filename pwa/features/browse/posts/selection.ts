/** Selection of posts, one by one or as a range. Pure. */

export interface Selection {
  /** Keys of the selected posts. */
  keys: ReadonlySet<string>;
  /** Start of a range: the last selected post. */
  last: string;
}

/** Maximum number of selected posts. */
export const MAX_SELECTED = 50;

/**
 * Toggles a post, or selects the range from the last selected post to it.
 * @returns undefined if that exceeds MAX_SELECTED
 */
export function pick(
  { keys, last }: Selection,
  key: string,
  isRange: boolean,
  list: readonly string[],
): Selection | undefined {
  const next = new Set(keys);
  const [from, to] = [list.indexOf(last), list.indexOf(key)];
  if (isRange && from >= 0 && to >= 0)
    for (const one of list.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
  else if (!next.delete(key)) next.add(key);
  return next.size > MAX_SELECTED ? undefined : { keys: next, last: key };
}
