/** Favorites as queued actions. */
import type { QueuedAction } from "../../offline/db/records.ts";
import { type FavoriteTarget, kindOf } from "./marks.ts";

export const TARGET = "favorite/";
const part = encodeURIComponent;

/** Action that adds or removes a favorite; it replaces an earlier one of the same target. */
export function favoriteAction(
  target: FavoriteTarget,
  isAdded: boolean,
): Pick<QueuedAction, "target" | "method" | "address"> {
  const { service, user, post } = target;
  const path = [kindOf(target), ...[service, user, post ?? []].flat().map(part)].join("/");
  return {
    target: TARGET + path,
    method: isAdded ? "POST" : "DELETE",
    address: `/v1/favorites/${path}`,
  };
}

/** Target of an action; undefined for other kinds of actions. */
export function targetOf({ target }: Pick<QueuedAction, "target">): FavoriteTarget | undefined {
  if (!target.startsWith(TARGET)) return undefined;
  const [, service = "", user = "", post] = target.slice(TARGET.length).split("/").map(decodeURIComponent);
  return { service, user, post };
}
