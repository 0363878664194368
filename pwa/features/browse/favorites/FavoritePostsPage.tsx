import { postKey } from "#shared/rules/offline-db.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { postTitle } from "../../../lib/text.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { DeviceNote } from "../../favorites/DeviceNote.tsx";
import { FavoriteButton } from "../../favorites/FavoriteButton.tsx";
import { FavoriteTabs } from "../../favorites/FavoriteTabs.tsx";
import { FavoriteTools } from "../../favorites/FavoriteTools.tsx";
import { useFavoriteKeys } from "../../favorites/marks.ts";
import type { FavoriteSearch } from "../../favorites/search.ts";
import { WaitingNote } from "../../favorites/WaitingNote.tsx";
import { PostCard } from "../posts/PostCard.tsx";
import { PostGridSkeleton } from "../posts/PostGrid.tsx";
import styles from "./FavoriteLists.module.css";
import { type FoundPosts, useFavoritePosts } from "./lists.ts";

/** `/account/favorites/posts`: a page of the server's list, or filtered results from the whole list. */
export function FavoritePostsPage({ search }: { search: FavoriteSearch }) {
  const { found, listed, isStale, error, refetch } = useFavoritePosts(search);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("favorites.postsTitle")} />
        {found === undefined ? null : (
          <p className={page.note} role="status">
            {t("favorites.postCount", { count: found.count })}
          </p>
        )}
      </header>
      <FavoriteTabs />
      <FavoriteTools kind="post" search={search} />
      <DeviceNote />
      <WaitingNote kind="post" listed={listed} />
      {found !== undefined ? (
        <Posts result={found} search={search} isStale={isStale} />
      ) : error !== null ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <PostGridSkeleton isPlain />
      )}
    </div>
  );
}

function Posts({
  result,
  search,
  isStale,
}: {
  result: FoundPosts;
  search: FavoriteSearch;
  isStale: boolean;
}) {
  const keys = useFavoriteKeys("post");
  // Removed favorites disappear from the list at once.
  const shown = result.posts.filter((post) => keys?.has(postKey(post)) !== false);
  if (shown.length === 0)
    return <EmptyState message={t(search.q === undefined ? "favorites.noPosts" : "favorites.noMatch")} />;
  return (
    <>
      <ul className={styles.posts} aria-busy={isStale}>
        {shown.map((post, index) => (
          <li key={postKey(post)} className={styles.item}>
            <PostCard post={post} isEager={index < 6} />
            <span className={styles.star}>
              <FavoriteButton
                target={{ service: post.service, user: post.user, post: post.id }}
                name={postTitle(post)}
                isSmall
              />
            </span>
          </li>
        ))}
      </ul>
      <Paginator offset={offsetNumber(search.o)} count={result.count} label={t("favorites.postPages")} />
    </>
  );
}
