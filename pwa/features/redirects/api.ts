/** Addresses that lead on to another. */
import { queryOptions } from "@tanstack/react-query";
import { getRandomCreator } from "#shared/contracts/creators.ts";
import { getPost, getRandomPost, resolvePost } from "#shared/contracts/post.ts";
import { call } from "../../api/call.ts";
import { plainText } from "../../lib/text.ts";
import { matcher, mutes } from "../mutes/public.ts";
import type { Target } from "./Redirect.tsx";

/** Never cached. */
const ONCE = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export function randomCreatorQuery() {
  return queryOptions({
    queryKey: ["random-creator"],
    queryFn: ({ signal }) =>
      drawUnmuted(async () => {
        const { service, artist_id } = await call(getRandomCreator, { signal });
        return { service, creator: artist_id };
      }, isUnmuted),
    ...ONCE,
  });
}

export function randomPostQuery() {
  return queryOptions({
    queryKey: ["random-post"],
    queryFn: ({ signal }) =>
      drawUnmuted(
        async () => postTarget(await call(getRandomPost, { signal })),
        async (target) => isUnmuted(target) && (await isUnmutedPost(target, signal)),
      ),
    ...ONCE,
  });
}

/** Muted picks are retried, up to this many times. */
const DRAWS = 6;

async function drawUnmuted(
  draw: () => Promise<Target>,
  isGood: (target: Target) => boolean | Promise<boolean>,
): Promise<Target> {
  let target = await draw();
  for (let drawn = 1; drawn < DRAWS && !(await isGood(target)); drawn++) target = await draw();
  return target;
}

function isUnmuted({ service, creator }: Target): boolean {
  return matcher()({ service, user: creator }) === undefined;
}

/** Tags and words are only in the post itself, which is shown next anyway. */
async function isUnmutedPost({ service, creator, post }: Target, signal: AbortSignal): Promise<boolean> {
  const { tags, words } = mutes.get();
  if (post === undefined || tags.length + words.length === 0) return true;
  const found = await call(getPost, { params: { service, id: creator, post }, signal }).catch(
    () => undefined,
  );
  if (found === undefined) return true;
  const { title, content, tags: own } = found.post;
  const text = `${title}\n${plainText(content)}`;
  return matcher()({ service, user: creator, text, tags: own }) === undefined;
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
