/** What saved posts open with is loaded before one is opened, when nothing else is to do. */
import { hashKey, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { whenIdle } from "../../../lib/when-idle.ts";
import { setStale } from "../../../offline/cache/stale-queries.ts";
import type { SavedRow } from "../../../offline/db/records.ts";
import { savedPages } from "../../../offline/library/saved-library.ts";
import { profileQuery } from "../../browse/creators/public.ts";
import { type PostParams, postQuery } from "../../post/public.ts";

/** About those of a first screen. */
const POSTS = 12;
/** Bytes of text; longer ones are read when they are opened. */
const LONG = 100_000;

/** Reads the copies of the first rows, and loads the code of their screen. Nothing is requested from the server. */
export function useAhead(rows: readonly SavedRow[] | undefined): void {
  const client = useQueryClient();
  const router = useRouter();
  const wanted = rows?.slice(0, POSTS).filter(({ textBytes = 0 }) => textBytes > 0 && textBytes < LONG) ?? [];
  const keys = wanted.map(({ key }) => key).join("\n");
  useEffect(() => {
    if (keys === "") return;
    const load = async () => {
      await readAhead(client, keys.split("\n"));
      // Precached by the worker.
      if (navigator.serviceWorker?.controller != null)
        await router.loadRouteChunk(router.routesById["/$service/user/$id/post/$post"]);
    };
    return whenIdle(() => void load().catch(() => {})); // it comes when a post is opened
  }, [keys, client, router]);
}

async function readAhead(client: QueryClient, keys: readonly string[]): Promise<void> {
  const unknown = keys.filter((key) => client.getQueryState(postQuery(paramsOf(key)).queryKey) === undefined);
  const { posts, creators } = await savedPages(unknown);
  for (const { key, page, pageAt = 0 } of posts)
    if (page !== undefined) putCopy(client, postQuery(paramsOf(key)).queryKey, page, pageAt);
  for (const { key, profile, storedAt } of creators)
    putCopy(client, profileQuery(paramsOf(key)).queryKey, profile, storedAt);
}

function paramsOf(key: string): PostParams {
  const [service = "", id = "", post = ""] = key.split("/");
  return { service, id, post };
}

/** As `cachedCall` shows one; with no time of its own, since any screen that shows it asks the server as well. */
function putCopy(client: QueryClient, queryKey: QueryKey, body: unknown, storedAt: number): void {
  if (client.getQueryState(queryKey) !== undefined) return;
  setStale(hashKey(queryKey), storedAt);
  client.setQueryData(queryKey, body, { updatedAt: 0 });
}
