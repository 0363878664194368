/** Unites lists that have parts of the same sequence. */

/** True if the other list has the same items in the same order, and maybe more between them. */
export function isSubsequence(one: readonly string[], other: readonly string[]): boolean {
  let at = 0;
  for (const item of other) if (item === one[at]) at += 1;
  return at === one.length;
}

/**
 * Puts the items of all lists in one order: those of the first list in their order, each other one after its neighbor.
 * @param lists in a canonical order
 */
export function interleave<T>(lists: readonly (readonly T[])[], keyOf: (item: T) => string): T[] {
  const [first = [], ...others] = lists;
  const all = [...first];
  const known = new Set(all.map(keyOf));
  for (const list of others) {
    const anchor = list.find((item) => known.has(keyOf(item)));
    const indexOf = (item: T) => all.findIndex((one) => keyOf(one) === keyOf(item));
    let at = (anchor === undefined ? all.length : indexOf(anchor)) - 1;
    for (const item of list) {
      if (known.has(keyOf(item))) at = indexOf(item);
      else {
        at += 1;
        all.splice(at, 0, item);
        known.add(keyOf(item));
      }
    }
  }
  return all;
}
