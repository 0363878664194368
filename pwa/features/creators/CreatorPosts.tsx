import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import {
  creatorPostsQuery,
  PostGridSkeleton,
  PostList,
  PostSearchForm,
  useListStart,
} from "../posts/public.ts";
import { profileQuery } from "./api.ts";
import styles from "./Tab.module.css";

export interface CreatorPostsProps {
  params: { service: string; id: string };
  search: ListSearch;
}

/** The first tab: a creator's posts, or what a search among them finds. */
export function CreatorPosts({ params, search }: CreatorPostsProps) {
  const { data: profile } = useQuery(profileQuery(params));
  const { data: posts, error, refetch } = useQuery(creatorPostsQuery(params, useListStart(search)));
  const isFiltered = search.q !== undefined || search.tag !== undefined;
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
        <PostList
          data={posts}
          postsOf={(page) => page}
          pageAt={(o) => creatorPostsQuery(params, { ...search, o })}
          offset={offsetNumber(search.o)}
          count={isFiltered ? undefined : profile?.post_count}
          label={t("creator.posts.pages")}
          list={isFiltered ? search : {}}
          isOwnPage
        />
      )}
    </div>
  );
}
