/** Addresses that lead on to another. */
import { queryOptions } from "@tanstack/react-query";
import { getRandomCreator } from "#shared/contracts/creators.ts";
import { getRandomPost, resolvePost } from "#shared/contracts/posts.ts";
import { call } from "../../api/call.ts";
import type { Target } from "./Jump.tsx";

/** Asked anew each time: nothing of it is kept. */
const ONCE = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export function randomCreatorQuery() {
  return queryOptions({
    queryKey: ["random-creator"],
    queryFn: async ({ signal }): Promise<Target> => {
      const { service, artist_id } = await call(getRandomCreator, { signal });
      return { service, creator: artist_id };
    },
    ...ONCE,
  });
}

export function randomPostQuery() {
  return queryOptions({
    queryKey: ["random-post"],
    queryFn: async ({ signal }) => postTarget(await call(getRandomPost, { signal })),
    ...ONCE,
  });
}

export function resolveQuery(service: string, post: string) {
  return queryOptions({
    queryKey: ["resolve", service, post],
    queryFn: async ({ signal }) => postTarget(await call(resolvePost, { params: { service, post }, signal })),
    ...ONCE,
  });
}

function postTarget(found: { service: string; artist_id: string; post_id: string }): Target {
  return { service: found.service, creator: found.artist_id, post: found.post_id };
}
