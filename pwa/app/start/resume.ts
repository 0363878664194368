/** Refreshes a resumed app: installed apps have no reload button and stay open for days. */
import type { QueryClient } from "@tanstack/react-query";

export const STANDALONE = "(display-mode: standalone)";
/** Time in the background after which the screen is refetched. */
const AWAY_MS = 15 * 60_000;

/** The data in view stays until it is refetched. @returns stop */
export function refreshOnResume(queries: QueryClient): () => void {
  const isHidden = () => document.visibilityState === "hidden";
  let leftAt = isHidden() ? Date.now() : undefined; // opened in the background
  const onChange = () => {
    const isAway = isHidden();
    const wasAway = leftAt !== undefined && Date.now() - leftAt >= AWAY_MS;
    leftAt = isAway ? Date.now() : undefined;
    if (!isAway && wasAway && navigator.onLine && matchMedia(STANDALONE).matches)
      void queries.refetchQueries({ type: "active" });
  };
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}
