import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import line from "../../../ui/PostRow.module.css";
import { SavedPicture } from "../../library/saved/SavedCard.tsx";
import { useLibrary } from "../../library/saved/use-library.ts";
import home from "./HomePage.module.css";
import styles from "./WelcomeBack.module.css";

const SHOWN = 10;

/** A row of the posts saved last. */
export function RecentlySaved() {
  const { answer } = useLibrary({}, SHOWN);
  return (
    <section className={styles.saved} aria-labelledby="recently-saved">
      <div className={styles.head}>
        <h2 id="recently-saved">{t("home.recentlySaved")}</h2>
        <Link to="/saved" className={home.more}>
          {t("home.allSaved")}
        </Link>
      </div>
      <ul className={styles.row}>
        {(answer?.rows ?? []).map((row) => {
          const [service = "", id = "", post = ""] = row.key.split("/");
          return (
            <li key={row.key}>
              <Link to="/$service/user/$id/post/$post" params={{ service, id, post }} className={styles.card}>
                <SavedPicture row={row} className={styles.picture} />
                <span className={`${line.title} ${styles.title}`} dir="auto">
                  {row.title || t("posts.untitled")}
                </span>
                <span className={styles.creator} dir="auto">
                  {row.creatorName || id}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
