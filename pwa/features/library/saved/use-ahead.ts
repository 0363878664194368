/** Preloads what the first saved posts open with, once the browser is idle. */
import { hashKey, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { serviceWorkers } from "../../../lib/secure-context/apis.ts";
import { whenIdle } from "../../../lib/when-idle.ts";
import { setStale } from "../../../offline/cache/stale-queries.ts";
import type { SavedRow } from "../../../offline/db/records.ts";
import { savedPages } from "../../../offline/library/saved-library.ts";

/** About a first screen of posts. */
const MAX_POSTS = 12;
/** Longer texts are read when their post is opened. */
const MAX_TEXT_BYTES = 100_000;

interface PostParams {
  service: string;
  id: string;
  post: string;
}

/** Query keys of the screen of a post; the route passes them, as the library comes before that screen's domain. */
export interface PostScreenKeys {
  post: (params: PostParams) => QueryKey;
  profile: (params: Omit<PostParams, "post">) => QueryKey;
}

/** Reads the copies of the first rows, and loads the code of their screen. Nothing is requested from the server. */
export function useAhead(rows: readonly SavedRow[] | undefined, keysOf: PostScreenKeys): void {
  const client = useQueryClient();
  const router = useRouter();
  const wanted =
    rows?.slice(0, MAX_POSTS).filter(({ textBytes = 0 }) => textBytes > 0 && textBytes < MAX_TEXT_BYTES) ??
    [];
  const keys = wanted.map(({ key }) => key).join("\n");
  useEffect(() => {
    if (keys === "") return;
    const load = async () => {
      await readAhead(client, keysOf, keys.split("\n"));
      // Precached by the worker.
      if (serviceWorkers()?.controller != null)
        await router.loadRouteChunk(router.routesById["/$service/user/$id/post/$post"]);
    };
    return whenIdle(() => void load().catch(() => {})); // loaded when a post is opened instead
  }, [keys, client, router, keysOf]);
}

async function readAhead(
  client: QueryClient,
  keysOf: PostScreenKeys,
  keys: readonly string[],
): Promise<void> {
  const unknown = keys.filter((key) => client.getQueryState(keysOf.post(paramsOf(key))) === undefined);
  const { posts, creators } = await savedPages(unknown);
  for (const { key, page, pageAt = 0 } of posts)
    if (page !== undefined) putCopy(client, keysOf.post(paramsOf(key)), page, pageAt);
  for (const { key, profile, storedAt } of creators)
    putCopy(client, keysOf.profile(paramsOf(key)), profile, storedAt);
}

function paramsOf(key: string): PostParams {
  const [service = "", id = "", post = ""] = key.split("/");
  return { service, id, post };
}

/** Stores a copy as `cachedCall` would; `updatedAt: 0` makes each screen that shows it ask the server. */
function putCopy(client: QueryClient, queryKey: QueryKey, body: unknown, storedAt: number): void {
  if (client.getQueryState(queryKey) !== undefined) return;
  setStale(hashKey(queryKey), storedAt);
  client.setQueryData(queryKey, body, { updatedAt: 0 });
}
