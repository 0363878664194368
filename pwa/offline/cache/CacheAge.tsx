import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { t } from "../../i18n/index.ts";
import { createReadableStore } from "../../lib/create-store.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { ConnectionLine } from "../../ui/ConnectionLine.tsx";
import { ago } from "../../ui/DateText.tsx";
import { isOutage } from "./outage.ts";
import { staleQueries } from "./stale-queries.ts";

const MINUTE = 60_000;

/** Stored copies currently on the screen. */
interface ShownCopies {
  /** Server time of the oldest copy. */
  at: number;
  isRefused: boolean;
}

/** Age of the stored copy on the screen, and whether it is being refreshed; renders nothing once it is fresh. */
export function CacheAge({ isOnline }: { isOnline: boolean }) {
  const client = useQueryClient();
  const { text, isRefused } = useMemo(() => createStores(client, isOnline), [client, isOnline]);
  const shownText = text.use();
  const isRetryShown = isRefused.use() && isOnline;
  if (shownText === undefined) return null;
  return (
    <ConnectionLine icon={isOnline ? "clock" : "offline"} text={shownText}>
      {isRetryShown ? (
        <button
          type="button"
          onClick={() => void client.refetchQueries({ type: "active", predicate: isCopy })}
        >
          {t("errors.retry")}
        </button>
      ) : null}
    </ConnectionLine>
  );
}

/** The text is a string, so only a changed text renders again. */
function createStores(client: QueryClient, isOnline: boolean) {
  const connect = (change: () => void) => {
    // A new screen changes dozens of queries at once: notify once, when idle.
    let cancel: (() => void) | undefined;
    const notify = () => {
      cancel ??= whenIdle(() => {
        cancel = undefined;
        change();
      });
    };
    const unsubscribe = [client.getQueryCache().subscribe(notify), staleQueries.subscribe(notify)];
    const clock = setInterval(notify, MINUTE);
    return () => {
      for (const end of unsubscribe) end();
      clearInterval(clock);
      cancel?.();
    };
  };
  return {
    text: createReadableStore<string | undefined>(
      () => describe(copiesOf(client), isOnline),
      () => undefined,
      connect,
    ),
    isRefused: createReadableStore<boolean>(
      () => copiesOf(client)?.isRefused ?? false,
      () => false,
      connect,
    ),
  };
}

function describe(copies: ShownCopies | undefined, isOnline: boolean): string | undefined {
  if (copies === undefined) return isOnline ? undefined : t("notices.offline");
  const when = Date.now() - copies.at < MINUTE ? t("cached.justNow") : ago(new Date(copies.at).toISOString());
  if (!isOnline) return t("cached.offline", { when });
  return t(copies.isRefused ? "cached.unreachable" : "cached.saved", { when });
}

function copiesOf(client: QueryClient): ShownCopies | undefined {
  const copies = client.getQueryCache().findAll({ type: "active", predicate: isCopy });
  if (copies.length === 0) return undefined;
  const stale = staleQueries.get();
  return {
    at: Math.min(...copies.map(({ queryHash, state }) => stale.get(queryHash) ?? state.dataUpdatedAt)),
    isRefused: copies.some(({ state }) => isOutage(state.error) && state.fetchStatus === "idle"),
  };
}

function isCopy({ queryHash, state }: Query): boolean {
  return state.data !== undefined && (staleQueries.get().has(queryHash) || isOutage(state.error));
}
