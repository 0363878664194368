import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useStalled } from "../../../lib/debounced.ts";
import { isOutage } from "../../../offline/cache/outage.ts";
import type { OfflineQuery, OfflineResults } from "../../../offline/search/worker-api.ts";
import { offlineQuery } from "./api.ts";

/** After this delay, results from the device are shown first. */
const SLOW_MS = 1_000;
const REPEAT_MS = 10_000;

/** What the hook reads of the request it stands in for. */
interface ServerQuery {
  data: unknown;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Results from the device while the archive has none: offline, without its search engine, or for as long as it
 * takes. The archive is asked again meanwhile; its answer is the better one as soon as it is there.
 */
export function useOfflineSearch(
  serverQuery: ServerQuery,
  question: OfflineQuery | undefined,
): OfflineResults | undefined {
  const isAnswered = serverQuery.data !== undefined && !serverQuery.isPlaceholderData;
  const isSlow = useStalled(serverQuery.isFetching && !isAnswered, SLOW_MS);
  // The last one that ended says it, so that a repetition in the background changes nothing on the screen.
  const isOut = useRef(false);
  if (isAnswered) isOut.current = false;
  else if (serverQuery.error !== null) isOut.current = isOutage(serverQuery.error);
  const isNeeded = question !== undefined && !isAnswered && (isOut.current || isSlow || !navigator.onLine);
  const { data } = useQuery({ ...offlineQuery(question), enabled: isNeeded });

  useIndexChanges(isNeeded);
  const { refetch } = serverQuery;
  const again = useRef(refetch);
  again.current = refetch;
  const isRepeated = isNeeded && !serverQuery.isFetching;
  useEffect(() => {
    if (!isRepeated) return;
    const timer = setTimeout(() => void again.current(), REPEAT_MS);
    return () => clearTimeout(timer);
  }, [isRepeated]);
  // Nothing on the device: then the screen says what is wrong, as it does without one.
  return isNeeded && data !== undefined && data.size > 0 ? data : undefined;
}

/** Results that came while the index was still loading are requested once more when it is loaded. */
function useIndexChanges(isNeeded: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isNeeded) return;
    let isOver = false;
    let end: (() => void) | undefined;
    void import("../../../offline/search/client.ts").then(
      ({ onIndexChange }) => {
        if (!isOver)
          end = onIndexChange(() => void client.invalidateQueries({ queryKey: ["offline-search"] }));
      },
      () => {},
    ); // the query itself reports a missing index
    return () => {
      isOver = true;
      end?.();
    };
  }, [isNeeded, client]);
}
