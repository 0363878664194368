import { useQueryClient } from "@tanstack/react-query";
import { t } from "../../i18n/index.ts";
import { session } from "../../lib/session.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./FavoriteButton.module.css";
import { favoriteKey, useFavoriteKeys } from "./marks.ts";

export interface FavoriteAllButtonProps {
  creators: readonly { service: string; id: string; name: string }[];
}

/** Favorite button for all profiles of a person. */
export function FavoriteAllButton({ creators }: FavoriteAllButtonProps) {
  const client = useQueryClient();
  const keys = useFavoriteKeys("creator");
  const hasEnded = session.use() === "ended";
  const isMarked =
    !hasEnded && creators.every(({ service, id }) => keys?.has(favoriteKey({ service, user: id })));
  const press = () =>
    void import("./toggle.ts").then(({ favoriteAll }) => favoriteAll(client, creators, !isMarked));
  return (
    <button
      type="button"
      className={`${button.button} ${styles.star}`}
      aria-pressed={isMarked}
      onClick={press}
    >
      <Icon name="star" size={18} />
      {t("favorites.favoriteAll")}
    </button>
  );
}
