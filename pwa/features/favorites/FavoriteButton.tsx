import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { t } from "../../i18n/index.ts";
import { afterLoad } from "../../lib/after-load.ts";
import { useLoggedIn } from "../../lib/session.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./FavoriteButton.module.css";
import { type FavoriteTarget, useIsFavorite } from "./marks.ts";

const loadToggle = () => import("./toggle.ts");
const LOAD_MS = 1_000;

export interface FavoriteButtonProps {
  target: FavoriteTarget;
  /** Name of the creator or post. */
  name: string;
  /** Icon only, for lists. */
  isSmall?: boolean;
  /** Profiles linked to the creator. */
  others?: (() => Promise<{ service: string; id: string; name: string }[]>) | undefined;
}

/** Toggle button for a favorite. */
export function FavoriteButton({ target, name, isSmall = false, others }: FavoriteButtonProps) {
  const client = useQueryClient();
  const hasAccount = useLoggedIn();
  const isMarked = useIsFavorite(target);
  // Preloads the code, so that a press is stored within milliseconds, even if the page is left right after it.
  useEffect(() => {
    if (hasAccount) afterLoad(() => void loadToggle().catch(() => {}), LOAD_MS);
  }, [hasAccount]);
  return (
    <button
      type="button"
      className={`${isSmall ? button.icon : button.button} ${styles.star}`}
      aria-pressed={isMarked}
      aria-label={isSmall ? t("favorites.favoriteOf", { name }) : undefined}
      onClick={() =>
        void loadToggle().then(({ toggleFavorite }) => toggleFavorite(client, target, name, others))
      }
    >
      <Icon name="star" size={isSmall ? 22 : 18} />
      {isSmall ? null : t("favorites.favorite")}
    </button>
  );
}
