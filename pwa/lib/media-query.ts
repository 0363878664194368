/** What the window is like, for parts that are not worth making where no one sees them. */
import { useSyncExternalStore } from "react";

export const NARROW = "(max-width: 719px)";
/** The sidebar stands beside the page (spec section 9). */
export const WIDE = "(min-width: 1020px)";
/** The header has room for its links. */
export const ROOMY = "(min-width: 1200px)";

/** Whether a media query holds; follows the window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
