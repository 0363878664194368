/** Favorite shortcut: applies to the focused card or post in view, otherwise to the creator. */
import type { QueryClient } from "@tanstack/react-query";
import { t } from "../../../i18n/index.ts";
import { creatorOfAddress } from "../../../lib/post-address.ts";
import { flash } from "../../../lib/toast.ts";
import type { FavoriteTarget } from "../../favorites/marks.ts";
import { postHere } from "./cards.ts";

export async function favoriteHere(client: QueryClient): Promise<void> {
  const found = here();
  if (found === undefined) return flash({ text: t("favorites.noTarget") });
  const { toggleFavorite } = await import("../../favorites/toggle.ts");
  await toggleFavorite(client, found.target, found.name);
}

function here(): { target: FavoriteTarget; name: string } | undefined {
  const post = postHere();
  if (post !== undefined) {
    const { service, id: user, post: id } = post.address;
    return { target: { service, user, post: id }, name: post.title };
  }
  const creator = creatorOfAddress(location.pathname);
  return creator === undefined
    ? undefined
    : {
        target: { service: creator.service, user: creator.id },
        name: document.querySelector("h1")?.textContent.trim() ?? "",
      };
}
