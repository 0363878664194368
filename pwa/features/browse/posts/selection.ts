/** Several posts of a list, picked one by one or as a range. Pure. */

export interface Selection {
  /** Keys of posts. */
  keys: ReadonlySet<string>;
  /** Where a range begins: the last one that was picked. */
  last: string;
}

/** Maximum number of posts saved or collected together. */
export const MAX_SELECTED = 50;

/**
 * One more, or one less; as a range all from the last one to this, in the order of the list.
 * @returns undefined where that would be too many
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
