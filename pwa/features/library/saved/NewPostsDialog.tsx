import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import { iconAddress } from "../../../lib/addresses.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { showSaved } from "./dialogs.ts";
import { dismissNews, useNewPosts } from "./new-posts.ts";
import styles from "./Saved.module.css";

/** Lists creators of saved posts with new posts since the last visit. */
export function NewPostsDialog() {
  const news = useNewPosts();
  const close = () => showSaved(undefined);
  const dismiss = () => {
    void dismissNews();
    close();
  };
  return (
    <Dialog className={styles.dialog} title={t("saved.news")} onClose={close}>
      <p className={styles.note}>{t("saved.newsNote")}</p>
      <ul className={styles.rows}>
        {news.map(({ key, profile: { service, id, name }, posts }) => (
          <li key={key} className={styles.news}>
            <Avatar src={iconAddress(service, id)} name={name} size={40} />
            {/* Preloading on focus would count as a visit. */}
            <Link to="/$service/user/$id" params={{ service, id }} preload={false} onClick={close} dir="auto">
              {name}
            </Link>
            <span className={styles.facts}>{t("saved.newPosts", { count: posts })}</span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <button type="button" className={`${button.button} ${button.primary}`} onClick={close}>
          {t("saved.close")}
        </button>
        <button type="button" className={button.button} onClick={dismiss}>
          {t("saved.newsDismiss")}
        </button>
      </div>
    </Dialog>
  );
}
