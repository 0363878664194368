/** An installed app has no reload button of the browser's, and is left open for days. */
import type { QueryClient } from "@tanstack/react-query";

export const STANDALONE = "(display-mode: standalone)";
/** After so long in the background, the screen refetches its data. */
const AWAY_MS = 15 * 60_000;

/** Called once, at the start. What is shown stays in place until the new answers are there. */
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
