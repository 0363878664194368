/** Finds the next list item that is not skipped, from a position; `by` is 1 for forward, -1 for backward. */
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
