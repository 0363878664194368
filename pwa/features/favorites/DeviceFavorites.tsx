import { t } from "../../i18n/index.ts";
import { session } from "../../lib/session.ts";
import button from "../../ui/Button.module.css";
import styles from "./Favorites.module.css";
import { setFavorites, useFavoriteKeys } from "./marks.ts";

/** Notice that a login or registration adds this device's favorites to the account. */
export function DeviceFavorites() {
  const creators = useFavoriteKeys("creator")?.size ?? 0;
  const posts = useFavoriteKeys("post")?.size ?? 0;
  const state = session.use();
  if (state !== "no" || creators + posts === 0) return null;
  const kinds = posts === 0 ? "creators" : creators === 0 ? "posts" : "both";
  const remove = () => {
    setFavorites("creator", []);
    setFavorites("post", []);
  };
  return (
    <div className={styles.merge} role="status">
      <p>{t("favorites.merge", { kinds, creators, posts })}</p>
      <button type="button" className={button.button} onClick={remove}>
        {t("favorites.removeHere")}
      </button>
    </div>
  );
}
