/**
 * Favorites known to this device, updated by other tabs too. Without a login they belong to the device, until a login adds
 * them to an account (sync.ts).
 */
import { type SessionState, session } from "../../lib/session.ts";
import { createSetting } from "../../lib/setting.ts";
import { readStored } from "../../lib/storage.ts";

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

const STORED = { creator: "favs", post: "post_favs" } as const;
const SETTINGS = {
  creator: createSetting(STORED.creator, parse, UNKNOWN, { print }),
  post: createSetting(STORED.post, parse, UNKNOWN, { print }),
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

export const markFavorite = (target: FavoriteTarget, isMarked: boolean): void =>
  markFavorites([target], isMarked);

export function markFavorites(targets: readonly FavoriteTarget[], isMarked: boolean): void {
  const next = { creator: new Set(favoriteKeys("creator")), post: new Set(favoriteKeys("post")) };
  for (const target of targets) {
    const keys = next[kindOf(target)];
    if (isMarked) keys.add(favoriteKey(target));
    else keys.delete(favoriteKey(target));
  }
  for (const kind of new Set(targets.map(kindOf))) setFavorites(kind, next[kind]);
}

/** True if favorites are kept on this device only: without an account, and not those of an ended session. */
export const isOnDevice = (state: SessionState): boolean => state === "no" || state === "leaving";

export const useIsOnDevice = (): boolean => isOnDevice(session.use());

/** Favorites kept on this device without an account, oldest first. */
export function deviceFavorites(): FavoriteTarget[] {
  if (!isOnDevice(session.get())) return [];
  return [...favoriteKeys("creator"), ...favoriteKeys("post")].map(toFavoriteTarget);
}

export function toFavoriteTarget(key: string): FavoriteTarget {
  const [service = "", user = "", post] = key.split("/");
  return { service, user, post };
}

/** Changes favorites of this device, all or none. @returns false if the browser does not store them */
export function changeDeviceFavorites(targets: readonly FavoriteTarget[], isMarked: boolean): boolean {
  const before = { creator: favoriteKeys("creator"), post: favoriteKeys("post") };
  const kinds = [...new Set(targets.map(kindOf))];
  markFavorites(targets, isMarked);
  if (kinds.every((kind) => readStored(STORED[kind]) === print(favoriteKeys(kind)))) return true;
  for (const kind of kinds) SETTINGS[kind].set(before[kind] === UNKNOWN ? undefined : before[kind]);
  return false;
}

/** Removes favorites. @param isGone selects them by key */
export function unmarkFavorites(kind: FavoriteKind, isGone: (key: string) => boolean): void {
  const left = [...favoriteKeys(kind)].filter((key) => !isGone(key));
  if (left.length < favoriteKeys(kind).size) setFavorites(kind, left);
}
