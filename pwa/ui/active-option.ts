const PAGE = 8;

/**
 * Index of the option that a key makes active.
 * @param first lowest index: 0, or -1 if the text field itself is part of the sequence
 * @returns undefined for other keys
 */
export function nextActive(key: string, active: number, count: number, first: 0 | -1): number | undefined {
  if (key === "ArrowDown") return active + 1 >= count ? first : active + 1;
  if (key === "ArrowUp") return active <= first ? count - 1 : active - 1;
  if (key === "PageDown") return Math.min(count - 1, active + PAGE);
  if (key === "PageUp") return Math.max(first, active - PAGE);
  return undefined;
}
