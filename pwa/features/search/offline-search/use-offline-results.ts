import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useStalled } from "../../../lib/debounced.ts";
import { isOutage } from "../../../offline/cache/outage.ts";
import type { OfflineQuery, OfflineResults } from "../../../offline/search/worker-api.ts";
import { offlineQuery } from "./api.ts";

/** After this delay, results from the device are shown first. */
const SLOW_MS = 1_000;
const REPEAT_MS = 10_000;

/** Properties of the server query that the hook uses. */
interface ServerQuery {
  data: unknown;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Returns results from the device while the archive has none: offline, without a search engine, or while slow. The
 * archive's response replaces them once it arrives.
 */
export function useOfflineSearch(
  serverQuery: ServerQuery,
  question: OfflineQuery | undefined,
): OfflineResults | undefined {
  const isAnswered = serverQuery.data !== undefined && !serverQuery.isPlaceholderData;
  const isSlow = useStalled(serverQuery.isFetching && !isAnswered, SLOW_MS);
  // Uses the last completed request, so that background retries do not change the screen.
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
  // Without posts on the device, the screen shows the server's error.
  return isNeeded && data !== undefined && data.size > 0 ? data : undefined;
}

/** Refetches results that were computed before the index was fully loaded. */
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
