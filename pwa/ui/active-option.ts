const PAGE = 8;

/**
 * The option that a key makes active, by index.
 * @param first lowest index: 0, or -1 where the text field itself takes part in the walk
 * @returns undefined for other keys
 */
export function nextActive(key: string, active: number, count: number, first: 0 | -1): number | undefined {
  if (key === "ArrowDown") return active + 1 >= count ? first : active + 1;
  if (key === "ArrowUp") return active <= first ? count - 1 : active - 1;
  if (key === "PageDown") return Math.min(count - 1, active + PAGE);
  if (key === "PageUp") return Math.max(first, active - PAGE);
  return undefined;
}
