/** Adds and removes favorites: shown at once, queued, and taken back where the server refuses. */
import type { QueryClient } from "@tanstack/react-query";
import { t } from "../../i18n/index.ts";
import { isLoggedIn, session } from "../../lib/session.ts";
import { flash } from "../../lib/toast.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import { enqueue } from "../../offline/queue/queue.ts";
import { favoriteAction } from "./actions.ts";
import { type FavoriteTarget, isFavorite, markFavorite } from "./marks.ts";
import { watchSent } from "./sync.ts";

/**
 * Of the account, or of this device while nobody is logged in.
 * @param name shown in the notice
 */
export async function toggleFavorite(
  client: QueryClient,
  target: FavoriteTarget,
  name: string,
): Promise<void> {
  if (session.get() === "ended") return flash({ text: t("favorites.sessionEnded") });
  const isAdded = !isFavorite(target);
  const added = isLoggedIn() ? "favorites.added" : "favorites.addedHere";
  flash({
    text: t(isAdded ? added : "favorites.removed", { name }),
    undo: () => void setFavorite(client, target, !isAdded),
  });
  await setFavorite(client, target, isAdded);
}

async function setFavorite(client: QueryClient, target: FavoriteTarget, isAdded: boolean): Promise<void> {
  watchSent(client);
  markFavorite(target, isAdded);
  if (!isLoggedIn()) return;
  try {
    await enqueue([favoriteAction(target, isAdded)]);
  } catch (error) {
    noteEndedSession(error);
    markFavorite(target, !isAdded);
    flash({ text: t("favorites.notStored") });
  }
}
