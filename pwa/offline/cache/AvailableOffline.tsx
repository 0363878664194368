import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { loadOfflineStore } from "../load-offline-store.ts";
import styles from "./AvailableOffline.module.css";
import type { RecentPost } from "./store.ts";

const SHOWN = 6;

/** Posts that are available offline, shown below a screen that failed to load. */
export function AvailableOffline() {
  const [posts, setPosts] = useState<RecentPost[]>();
  useEffect(() => {
    let isMounted = true;
    const show = (found: RecentPost[]) => {
      if (isMounted) setPosts(found);
    };
    loadOfflineStore()
      .then(({ recentPosts }) => recentPosts(SHOWN))
      .then(show, () => show([]));
    return () => {
      isMounted = false;
    };
  }, []);
  if (posts === undefined) return null;
  return (
    <div className={styles.box}>
      <h3 className={styles.heading}>{t("cached.available")}</h3>
      {posts.length === 0 ? (
        <p className={styles.note}>{t("cached.none")}</p>
      ) : (
        <ul className={styles.list}>
          {posts.map((post) => (
            <li key={`${post.service}/${post.user}/${post.id}`}>
              <Link
                to="/$service/user/$id/post/$post"
                params={{ service: post.service, id: post.user, post: post.id }}
                className={styles.link}
              >
                <span className={styles.title} dir="auto">
                  {post.title.trim() || t("posts.untitled")}
                </span>
                <span className={styles.note}>
                  <DateText iso={new Date(post.storedAt).toISOString()} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <a href="/saved" className={styles.link}>
        <Icon name="saved" size={18} />
        {t("cached.savedPosts")}
      </a>
    </div>
  );
}
