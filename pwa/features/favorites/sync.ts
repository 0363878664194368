/** Syncs the marks of this device with the account's favorites; queued changes are applied on top. */
import type { QueryClient } from "@tanstack/react-query";
import { importFavorites, pageFavoritePosts } from "#shared/contracts/favorites.ts";
import type { FavoriteCreator } from "#shared/entities/favorite.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { setBadge } from "../../lib/app-badge.ts";
import { isLoggedIn, session } from "../../lib/session.ts";
import { flash } from "../../lib/toast.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import { dbEvents } from "../../offline/db/events.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import type { QueuedAction } from "../../offline/db/records.ts";
import { favoriteAction, targetOf } from "./actions.ts";
import { FAVORITES_KEY, favoriteCreatorsQuery, IMPORT_TIMEOUT_MS } from "./api.ts";
import { toFile } from "./file.ts";
import {
  type FavoriteKind,
  type FavoriteTarget,
  favoriteKey,
  favoriteKeys,
  kindOf,
  markFavorite,
  setFavorites,
} from "./marks.ts";
import { favoriteNews } from "./news.ts";

const queue = () => import("../../offline/queue/queue.ts");

/**
 * Adds favorites to the account, through the queue, which survives a lost connection and a closed tab; in one request if
 * the browser does not store the queue.
 * @throws as `call` does
 */
export async function mergeFavorites(client: QueryClient, targets: readonly FavoriteTarget[]): Promise<void> {
  if (targets.length === 0) return;
  watchSent(client);
  try {
    await (await queue()).enqueue(targets.map((target) => favoriteAction(target, true)));
  } catch {
    await call(importFavorites, { body: toFile(targets), timeout: IMPORT_TIMEOUT_MS });
  }
}

/** Fetches the account's favorites. Never throws: without a connection the marks stay unchanged. */
export async function syncFavorites(client: QueryClient): Promise<void> {
  if (!isLoggedIn()) return;
  watchSent(client);
  try {
    await show("creator", async () => {
      const creators = await client.fetchQuery({ ...favoriteCreatorsQuery(), staleTime: 0, retry: false });
      countNews(creators);
      return new Set(creators.map(({ service, id }) => `${service}/${id}`));
    });
    await show("post", postKeys);
  } catch (error) {
    noteEndedSession(error);
  }
}

/** Counts creators with posts since the last visit; 0 before the first. */
function countNews(creators: readonly FavoriteCreator[]): void {
  if (!isLoggedIn()) return;
  const seen = favoriteNews.get().seen || newestOf(creators);
  const count = creators.filter(({ updated }) => updated > seen).length;
  favoriteNews.set({ count, seen });
  setBadge("favorites", count);
}

/** Marks news as seen after a visit of the list of creators. */
export function markNewsSeen(creators: readonly FavoriteCreator[]): void {
  favoriteNews.set({ count: 0, seen: newestOf(creators) });
  setBadge("favorites", 0);
}

/** Marks news as seen after a visit of all new posts. @param at time of the newest post */
export function markNewsSeenUntil(at: string): void {
  const { seen } = favoriteNews.get();
  favoriteNews.set({ count: 0, seen: at > seen ? at : seen });
  setBadge("favorites", 0);
}

const newestOf = (creators: readonly FavoriteCreator[]): string =>
  creators.reduce((newest, { updated }) => (updated > newest ? updated : newest), "");

/** Replaces the marks by the server's response, with changes made during the request on top. */
async function show(kind: FavoriteKind, ask: () => Promise<Set<string>>): Promise<void> {
  const marksBefore = favoriteKeys(kind);
  const before = await waiting(kind);
  const keys = await ask();
  for (const [key, isAdded] of [...before, ...(await waiting(kind))]) change(keys, key, isAdded);
  const marks = favoriteKeys(kind);
  for (const key of new Set([...marks, ...marksBefore]))
    if (marks.has(key) !== marksBefore.has(key)) change(keys, key, marks.has(key));
  if (isLoggedIn()) setFavorites(kind, keys);
}

/** Queued changes. */
async function waiting(kind: FavoriteKind): Promise<[key: string, isAdded: boolean][]> {
  const actions = hasOfflineData() ? await (await queue()).queuedActions() : [];
  return actions.flatMap((action) => {
    const target = targetOf(action);
    if (target === undefined || kindOf(target) !== kind || action.refused !== undefined) return [];
    return [[favoriteKey(target), action.method === "POST"]];
  });
}

function change(keys: Set<string>, key: string, isAdded: boolean): void {
  if (isAdded) keys.add(key);
  else keys.delete(key);
}

/**
 * Fetches pages of posts, last favorited first, until these and the known ones add up to the server's count: usually one
 * page, all if some were removed elsewhere.
 */
async function postKeys(): Promise<Set<string>> {
  const found = new Set<string>();
  for (let offset = 0; ; offset += PAGE_SIZE) {
    if (!isLoggedIn()) return found; // logged out meanwhile
    const { count, posts } = await call(pageFavoritePosts, { query: { o: String(offset) } });
    for (const { service, user, id } of posts) found.add(`${service}/${user}/${id}`);
    if (posts.length < PAGE_SIZE || found.size >= count) return found;
    const both = new Set([...found, ...favoriteKeys("post")]);
    if (both.size === count) return both;
  }
}

let isWatching = false;

/** Handles results of queued favorites. */
export function watchSent(client: QueryClient): void {
  if (isWatching) return;
  isWatching = true;
  dbEvents.addEventListener("sent", (event) => {
    void settle(client, (event as CustomEvent<QueuedAction>).detail);
  });
}

async function settle(client: QueryClient, { refused, ...action }: QueuedAction): Promise<void> {
  const target = targetOf(action);
  if (target === undefined) return;
  const waiting = await (await queue()).queuedActions();
  const isReplaced = waiting.some((other) => other.target === action.target && other.refused === undefined);
  if (!isReplaced) markFavorite(target, (action.method === "POST") === (refused === undefined));
  if (refused === undefined) {
    // Once, after the last queued action.
    if (waiting.every((other) => other.refused !== undefined))
      await client.invalidateQueries({ queryKey: FAVORITES_KEY });
    return;
  }
  if (refused.startsWith("401")) session.set("ended");
  flash({
    text: refused.startsWith("401")
      ? t("favorites.refusedSession")
      : t("favorites.refused", { name: favoriteKey(target), reason: refused }),
  });
}
