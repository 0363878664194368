/**
 * Favorites known to this device, updated by other tabs too. Without a login they belong to the device, until a login adds
 * them to an account (sync.ts).
 */
import { session } from "../../lib/session.ts";
import { createSetting } from "../../lib/setting.ts";

export type FavoriteKind = "creator" | "post";

/** A creator has no `post`. */
export interface FavoriteTarget {
  service: string;
  /** Creator's id. */
  user: string;
  post?: string | undefined;
}

type Keys = ReadonlySet<string>;
/** Placeholder before the account's favorites are synced. */
const UNKNOWN: Keys = new Set();
const parse = (text: string): Keys => new Set(text.split("\n").filter((key) => key !== ""));
const print = (keys: Keys): string => [...keys].join("\n");

const SETTINGS = {
  creator: createSetting("favs", parse, UNKNOWN, { print }),
  post: createSetting("post_favs", parse, UNKNOWN, { print }),
};

export const kindOf = ({ post }: FavoriteTarget): FavoriteKind => (post === undefined ? "creator" : "post");

/** `service/creator` or `service/creator/post`. */
export const favoriteKey = ({ service, user, post }: FavoriteTarget): string =>
  [service, user, post ?? []].flat().join("/");

export function useIsFavorite(target: FavoriteTarget): boolean {
  const keys = SETTINGS[kindOf(target)].use();
  // After the session has ended, the next user may be another person.
  return session.use() !== "ended" && keys.has(favoriteKey(target));
}

/** Keys of all favorites of a kind; undefined until synced. */
export function useFavoriteKeys(kind: FavoriteKind): Keys | undefined {
  const keys = SETTINGS[kind].use();
  return keys === UNKNOWN ? undefined : keys;
}

export function isFavorite(target: FavoriteTarget): boolean {
  return SETTINGS[kindOf(target)].get().has(favoriteKey(target));
}

export const favoriteKeys = (kind: FavoriteKind): Keys => SETTINGS[kind].get();

export function setFavorites(kind: FavoriteKind, keys: Iterable<string>): void {
  SETTINGS[kind].set(new Set(keys));
}

export function markFavorite(target: FavoriteTarget, isMarked: boolean): void {
  const kind = kindOf(target);
  const next = new Set(favoriteKeys(kind));
  if (isMarked) next.add(favoriteKey(target));
  else next.delete(favoriteKey(target));
  setFavorites(kind, next);
}

/** Removes favorites. @param isGone selects them by key */
export function unmarkFavorites(kind: FavoriteKind, isGone: (key: string) => boolean): void {
  const left = [...favoriteKeys(kind)].filter((key) => !isGone(key));
  if (left.length < favoriteKeys(kind).size) setFavorites(kind, left);
}
