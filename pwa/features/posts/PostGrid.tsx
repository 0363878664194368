import type { PostListItem } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import page from "../../ui/Page.module.css";
import { PostCard } from "./PostCard.tsx";
import styles from "./PostGrid.module.css";

const EAGER = 6;
const SKELETONS = Array.from({ length: 12 }, (_, index) => index);

export interface PostGridProps {
  posts: PostListItem[];
  isStale?: boolean;
  /** The creator's filtered list: the post page's Previous and Next follow it (wishes B13). */
  list?: ListSearch;
}

export function PostGrid({ posts, isStale = false, list }: PostGridProps) {
  return (
    <ul className={styles.grid} aria-busy={isStale}>
      {posts.map((post, index) => (
        <li key={`${post.service}/${post.user}/${post.id}`}>
          <PostCard post={post} isEager={index < EAGER} list={list} />
        </li>
      ))}
    </ul>
  );
}

/** The same boxes, empty, so that nothing moves when the posts arrive. */
export function PostGridSkeleton() {
  return (
    <div className={styles.grid} role="status" aria-label={t("posts.loading")}>
      {SKELETONS.map((index) => (
        <div key={index} className={`${styles.empty} ${page.skeleton}`} />
      ))}
    </div>
  );
}
