/** Adds and removes favorites optimistically: shown at once, queued, and reverted if the server refuses. */
import type { QueryClient } from "@tanstack/react-query";
import { t } from "../../i18n/index.ts";
import { isLoggedIn, session } from "../../lib/session.ts";
import { flash } from "../../lib/toast.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import { enqueue } from "../../offline/queue/queue.ts";
import { favoriteAction } from "./actions.ts";
import { FAVORITES_KEY } from "./api.ts";
import { changeDeviceFavorites, type FavoriteTarget, isFavorite, markFavorites } from "./marks.ts";
import { watchSent } from "./sync.ts";

interface NamedCreator {
  service: string;
  id: string;
  name: string;
}

/**
 * Toggles a favorite of the account, or of this device without a login.
 * @param name shown in the notice
 * @param others profiles linked to a creator: the notice offers the same for them
 */
export async function toggleFavorite(
  client: QueryClient,
  target: FavoriteTarget,
  name: string,
  others?: () => Promise<NamedCreator[]>,
): Promise<void> {
  if (hasEnded()) return;
  const isAdded = !isFavorite(target);
  const self = { service: target.service, id: target.user, name };
  flash({
    text: noticeOf(isAdded, name),
    undo: () => void changeFavorites(client, [target], !isAdded),
    more: others && {
      label: t("creator.profiles.all"),
      act: async () => favoriteAll(client, await others(), isAdded, [self]),
    },
  });
  await changeFavorites(client, [target], isAdded);
}

/**
 * Adds or removes creators, with one undo for all.
 * @param done a change made just before, undone together
 */
export async function favoriteAll(
  client: QueryClient,
  creators: readonly NamedCreator[],
  isAdded: boolean,
  done: readonly NamedCreator[] = [],
): Promise<void> {
  if (hasEnded()) return;
  const changed = creators.filter((creator) => isFavorite(targetOf(creator)) !== isAdded);
  const all = [...done, ...changed];
  flash({
    text: noticeOf(isAdded, all.map(({ name }) => name).join(", ")),
    undo: () => void changeFavorites(client, all.map(targetOf), !isAdded),
  });
  await changeFavorites(client, changed.map(targetOf), isAdded);
}

const targetOf = ({ service, id }: NamedCreator): FavoriteTarget => ({ service, user: id });

/** True, with a notice, if the session has ended: nothing can be changed then. */
export function hasEnded(): boolean {
  const isEnded = session.get() === "ended";
  if (isEnded) flash({ text: t("favorites.sessionEnded") });
  return isEnded;
}

function noticeOf(isAdded: boolean, name: string): string {
  const added = isLoggedIn() ? "favorites.added" : "favorites.addedHere";
  return t(isAdded ? added : "favorites.removed", { name });
}

/** Changes all targets or none. @returns false, with a notice, if the browser does not store the change */
export async function changeFavorites(
  client: QueryClient,
  targets: readonly FavoriteTarget[],
  isAdded: boolean,
): Promise<boolean> {
  watchSent(client);
  if (!isLoggedIn()) {
    const isStored = changeDeviceFavorites(targets, isAdded);
    if (!isStored) flash({ text: t("favorites.notStored") });
    await client.invalidateQueries({ queryKey: FAVORITES_KEY });
    return isStored;
  }
  markFavorites(targets, isAdded);
  try {
    await enqueue(targets.map((target) => favoriteAction(target, isAdded)));
    return true;
  } catch (error) {
    noteEndedSession(error);
    markFavorites(targets, !isAdded);
    flash({ text: t("favorites.notStored") });
    return false;
  }
}
