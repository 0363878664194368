let reduced: MediaQueryList | undefined;

/** False where the visitor wants less motion, and on the server. */
export function wantsMotion(): boolean {
  if (typeof document === "undefined") return false;
  reduced ??= matchMedia("(prefers-reduced-motion: reduce)"); // each card asks
  return !reduced.matches;
}
