/** Badge of the installed app's icon: the sum of the counts of several features. */
const counts = new Map<string, number>();

/** @param part name of the count */
export function setBadge(part: string, count: number): void {
  counts.set(part, count);
  const sum = [...counts.values()].reduce((total, one) => total + one, 0);
  // Rejected if the app is not installed.
  const badge = sum > 0 ? navigator.setAppBadge?.(sum) : navigator.clearAppBadge?.();
  badge?.catch(() => {});
}
