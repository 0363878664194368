/** Queries of the redirects. */
import { queryOptions } from "@tanstack/react-query";
import { getRandomCreator, listCreators } from "#shared/contracts/creators.ts";
import { getPost, getRandomPost, resolvePost } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { hasFile } from "#shared/entities/file.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { call } from "../../../api/call.ts";
import { matcher, mutes } from "../../reading/mutes/store.ts";
import type { Target } from "./Redirect.tsx";

/** Never cached. */
const ONCE = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export function randomCreatorQuery() {
  return queryOptions({
    queryKey: ["random-creator"],
    queryFn: ({ signal }) =>
      pickUnmuted(
        async () => {
          const { service, artist_id } = await call(getRandomCreator, { signal });
          return { service, creator: artist_id };
        },
        isUnmuted,
        () => randomUnmuted(signal),
      ),
    ...ONCE,
  });
}

export function randomPostQuery() {
  return queryOptions({
    queryKey: ["random-post"],
    queryFn: ({ signal }) =>
      pickUnmuted(
        async () => postTarget(await call(getRandomPost, { signal })),
        async (target) => isUnmuted(target) && (await isUnmutedPost(target, signal)),
        () => randomPostOfUnmuted(signal),
      ),
    ...ONCE,
  });
}

/** Maximum number of random picks until one is not muted; after that, muted creators are excluded before picking. */
const MAX_PICKS = 6;

async function pickUnmuted(
  pick: () => Promise<Target>,
  isGood: (target: Target) => boolean | Promise<boolean>,
  pickAmongUnmuted: () => Promise<Target | undefined>,
): Promise<Target> {
  let target: Target | undefined;
  for (let tries = 0; tries < MAX_PICKS; tries++) {
    target = await pick();
    if (await isGood(target)) return target;
  }
  // Without the list of creators, or if all are muted, uses the last pick rather than none.
  return (await pickAmongUnmuted().catch(() => undefined)) ?? target ?? (await pick());
}

const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

/** Mutes are stored on the device only, so the whole list is loaded. */
async function randomUnmuted(signal: AbortSignal): Promise<Target | undefined> {
  const list = await call(listCreators, { query: {}, signal });
  const creators = (Array.isArray(list) ? list : list.creators).map(({ service, id }) => ({
    service,
    creator: id,
  }));
  return oneOf(creators.filter(isUnmuted));
}

/** Picks one of the newest posts with files of a creator that is not muted, if any. */
async function randomPostOfUnmuted(signal: AbortSignal): Promise<Target | undefined> {
  for (let tries = 0; tries < MAX_PICKS; tries++) {
    const by = await randomUnmuted(signal);
    if (by === undefined) return undefined;
    const posts = await call(listCreatorPosts, {
      params: { service: by.service, id: by.creator },
      query: {},
      signal,
    });
    const withFiles = posts.filter(({ file, attachments }) => hasFile(file) && attachments.length > 0);
    const post = oneOf(withFiles.length > 0 ? withFiles : posts);
    if (post === undefined) continue;
    const target = { ...by, post: post.id };
    if (await isUnmutedPost(target, signal)) return target;
  }
  return undefined;
}

function isUnmuted({ service, creator }: Target): boolean {
  return matcher()({ service, user: creator }) === undefined;
}

/** Loads the post, as only it has tags and text; it is shown next anyway. */
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
