import { useQuery } from "@tanstack/react-query";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { OpenPaginator, Paginator } from "../../ui/Paginator.tsx";
import { creatorPostsQuery, PostGrid, PostGridSkeleton, PostSearchForm } from "../posts/public.ts";
import { profileQuery } from "./api.ts";
import styles from "./Tab.module.css";

export interface CreatorPostsProps {
  params: { service: string; id: string };
  search: ListSearch;
}

/** The first tab: a creator's posts, or what a search among them finds. */
export function CreatorPosts({ params, search }: CreatorPostsProps) {
  const { data: profile } = useQuery(profileQuery(params));
  const { data: posts, error, refetch } = useQuery(creatorPostsQuery(params, search));
  const offset = offsetNumber(search.o);
  const isFiltered = search.q !== undefined || search.tag !== undefined;
  const label = t("creator.posts.pages");
  return (
    <div className={styles.tab}>
      <PostSearchForm search={search} label={t("creator.posts.search")} />
      {error !== null && posts === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : posts === undefined ? (
        <PostGridSkeleton />
      ) : posts.length === 0 ? (
        <EmptyState message={t("posts.empty")} />
      ) : (
        <>
          <PostGrid posts={posts} list={isFiltered ? search : {}} isOwnPage />
          {isFiltered || profile === undefined ? (
            <OpenPaginator offset={offset} isFull={posts.length === PAGE_SIZE} label={label} />
          ) : (
            <Paginator offset={offset} count={profile.post_count} label={label} />
          )}
        </>
      )}
    </div>
  );
}
