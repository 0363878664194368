import { useEffect } from "react";
import { useLoggedIn } from "../../../lib/session.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import { useFavoriteKeys } from "../../favorites/marks.ts";
import { ContinueCard } from "../../reading/history/ContinueCard.tsx";
import { reading, visits } from "../../reading/history/store.ts";
import { News, RecentlySaved } from "./lazy.ts";
import { WelcomeHeading } from "./Welcome.tsx";
import styles from "./WelcomeBack.module.css";

/** True if something was read. */
export function useIsReturning(): boolean {
  useEffect(() => document.documentElement.removeAttribute("data-returning"), []); // set by public/theme.js
  const place = reading.use(); // may come from another device
  return visits.use().length > 0 || place !== undefined;
}

/** Start of the home page for a reader who comes back: the last post, new posts, saved posts. */
export function WelcomeBack() {
  const hasSaved = useSavedMarks().size > 0;
  const hasFavorites = useHasFavorites();
  return (
    <>
      {/* The app's bar names the archive. */}
      <div className="sr-only">
        <WelcomeHeading />
      </div>
      <ContinueCard />
      {hasFavorites ? (
        <div className={styles.newsPlace}>
          <News hasFavorites />
        </div>
      ) : null}
      {hasSaved ? (
        <div className={styles.savedPlace}>
          <RecentlySaved />
        </div>
      ) : null}
    </>
  );
}

/** News of saved searches alone: below the newest posts, which must not move when it comes. */
export function OtherNews() {
  return useHasFavorites() ? null : <News hasFavorites={false} />;
}

function useHasFavorites(): boolean {
  const isLoggedIn = useLoggedIn();
  return (useFavoriteKeys("creator")?.size ?? 0) > 0 && isLoggedIn;
}
