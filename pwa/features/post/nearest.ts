/** The next of a list that is not left out, from a place in it; `by` 1 goes down the list, -1 up. */
export function nearest<T>(
  rows: readonly T[],
  from: number,
  by: 1 | -1,
  isLeftOut: (row: T) => boolean,
): T | undefined {
  for (let at = from + by; at >= 0 && at < rows.length; at += by) {
    const row = rows[at];
    if (row !== undefined && !isLeftOut(row)) return row;
  }
  return undefined;
}
