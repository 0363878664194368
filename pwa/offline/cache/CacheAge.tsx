import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { t } from "../../i18n/index.ts";
import { ago } from "../../ui/DateText.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { isOutage } from "./outage.ts";
import { onShown, storedMoment } from "./stale-queries.ts";

const MINUTE = 60_000;

/** What is on the screen that did not come from the server just now. */
interface Copy {
  /** When the oldest of it did. */
  at: number;
  isRefused: boolean;
}

/** Says how old a copy on the screen is, and whether a newer one is on its way; nothing once it is fresh. */
export function CopyLine({ className, isOnline }: { className: string; isOnline: boolean }) {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [client.getQueryCache().subscribe(listener), onShown(listener)];
      const clock = setInterval(listener, MINUTE);
      return () => {
        for (const end of ends) end();
        clearInterval(clock);
      };
    },
    [client],
  );
  // As a text, so that only a change of what is said renders.
  const text = useSyncExternalStore(subscribe, () => words(copyOn(client), isOnline));
  const isRefused = useSyncExternalStore(subscribe, () => copyOn(client)?.isRefused ?? false);
  if (text === undefined) return null;
  return (
    <p className={className}>
      <Icon name={isOnline ? "clock" : "offline"} />
      {text}
      {isOnline && isRefused ? (
        <button
          type="button"
          onClick={() => void client.refetchQueries({ type: "active", predicate: isCopy })}
        >
          {t("errors.retry")}
        </button>
      ) : null}
    </p>
  );
}

function words(copy: Copy | undefined, isOnline: boolean): string | undefined {
  if (copy === undefined) return isOnline ? undefined : t("notices.offline");
  const when = Date.now() - copy.at < MINUTE ? t("cached.justNow") : ago(new Date(copy.at).toISOString());
  if (!isOnline) return t("cached.offline", { when });
  return t(copy.isRefused ? "cached.unreachable" : "cached.saved", { when });
}

function copyOn(client: QueryClient): Copy | undefined {
  const copies = client.getQueryCache().findAll({ type: "active", predicate: isCopy });
  if (copies.length === 0) return undefined;
  return {
    at: Math.min(...copies.map(({ queryHash, state }) => storedMoment(queryHash) ?? state.dataUpdatedAt)),
    isRefused: copies.some(({ state }) => isOutage(state.error) && state.fetchStatus === "idle"),
  };
}

function isCopy({ queryHash, state }: Query): boolean {
  return state.data !== undefined && (storedMoment(queryHash) !== undefined || isOutage(state.error));
}
