import { useQuery } from "@tanstack/react-query";
import type { PostListItem } from "#shared/entities/post.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { postTitle } from "../../../lib/text.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { allFavoritePostsQuery, favoritePostsQuery } from "../../favorites/api.ts";
import { FavoriteButton } from "../../favorites/FavoriteButton.tsx";
import { FavoriteTabs } from "../../favorites/FavoriteTabs.tsx";
import { FavoriteTools } from "../../favorites/FavoriteTools.tsx";
import { matching } from "../../favorites/list.ts";
import { useFavoriteKeys } from "../../favorites/marks.ts";
import type { FavoriteSearch } from "../../favorites/search.ts";
import { WaitingNote } from "../../favorites/WaitingNote.tsx";
import { PostCard } from "../posts/PostCard.tsx";
import { PostGridSkeleton } from "../posts/PostGrid.tsx";
import styles from "./FavoriteLists.module.css";

interface Result {
  posts: PostListItem[];
  /** Total of all pages. */
  count: number;
}

/** `/account/favorites/posts`: a page of the server's list, or filtered results from the whole list. */
export function FavoritePostsPage({ search }: { search: FavoriteSearch }) {
  const isFiltered = search.q !== undefined;
  const pages = useQuery({ ...favoritePostsQuery(search), enabled: !isFiltered });
  const all = useQuery({ ...allFavoritePostsQuery(search), enabled: isFiltered });
  const { error, refetch } = isFiltered ? all : pages;
  const found = isFiltered ? all.data && filtered(all.data, search) : pages.data;
  const isOnlyPage = !isFiltered && found !== undefined && found.count <= PAGE_SIZE;
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
      <WaitingNote kind="post" listed={isOnlyPage ? found.posts.map(keyOf) : undefined} />
      {found !== undefined ? (
        <Posts result={found} search={search} isStale={!isFiltered && pages.isPlaceholderData} />
      ) : error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <PostGridSkeleton isPlain />
      )}
    </div>
  );
}

const keyOf = ({ service, user, id }: PostListItem) => `${service}/${user}/${id}`;

function filtered(
  posts: readonly (Omit<PostListItem, "substring"> & { content: string })[],
  search: FavoriteSearch,
): Result {
  const found = matching(posts, search.q, ({ title, service, user }) => `${title} ${service} ${user}`);
  const offset = offsetNumber(search.o);
  return {
    count: found.length,
    posts: found
      .slice(offset, offset + PAGE_SIZE)
      .map((post) => ({ ...post, substring: post.content.slice(0, 50) })),
  };
}

function Posts({ result, search, isStale }: { result: Result; search: FavoriteSearch; isStale: boolean }) {
  const keys = useFavoriteKeys("post");
  // Removed favorites disappear from the list at once.
  const shown = result.posts.filter((post) => keys?.has(keyOf(post)) !== false);
  if (shown.length === 0)
    return <EmptyState message={t(search.q === undefined ? "favorites.noPosts" : "favorites.noMatch")} />;
  return (
    <>
      <ul className={styles.posts} aria-busy={isStale}>
        {shown.map((post, index) => (
          <li key={keyOf(post)} className={styles.item}>
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
