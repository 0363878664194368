/** Refreshes a resumed app: installed apps have no reload button and stay open for days. */
import type { QueryClient } from "@tanstack/react-query";

export const STANDALONE = "(display-mode: standalone)";
/** Time in the background after which the screen is refetched. */
const AWAY_MS = 15 * 60_000;

/** Called once at startup. The data in view stays until it is refetched. */
export function refreshOnResume(queries: QueryClient): void {
  let leftAt: number | undefined;
  document.addEventListener("visibilitychange", () => {
    const isAway = document.visibilityState === "hidden";
    const wasAway = leftAt !== undefined && Date.now() - leftAt >= AWAY_MS;
    leftAt = isAway ? Date.now() : undefined;
    if (!isAway && wasAway && navigator.onLine && matchMedia(STANDALONE).matches)
      void queries.refetchQueries({ type: "active" });
  });
}
