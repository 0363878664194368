/** The number on the icon of the installed app: a sum of what several features count. */
const counts = new Map<string, number>();

/** @param part what is counted */
export function setBadge(part: string, count: number): void {
  counts.set(part, count);
  const sum = [...counts.values()].reduce((total, one) => total + one, 0);
  // Refused where the app is not installed, which is no fault.
  const badge = sum > 0 ? navigator.setAppBadge?.(sum) : navigator.clearAppBadge?.();
  badge?.catch(() => {});
}
