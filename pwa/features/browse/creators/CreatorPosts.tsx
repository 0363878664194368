import { useQuery } from "@tanstack/react-query";
import { DEFAULT_POST_ORDER } from "#shared/rules/sort-orders.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { type ListSearch, offsetNumber } from "../../../lib/list-search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { DeviceLabel } from "../../search/offline-search/OfflineLabel.tsx";
import { pageQuestion } from "../../search/offline-search/query.ts";
import { useOfflineSearch } from "../../search/offline-search/use-offline-results.ts";
import { creatorPostsQuery } from "../posts/api.ts";
import { useListStart } from "../posts/list-start.ts";
import { offlinePosts } from "../posts/offline-posts.tsx";
import { PostGridSkeleton } from "../posts/PostGrid.tsx";
import { PostList } from "../posts/PostList.tsx";
import { PostSearchForm } from "../posts/PostSearchForm.tsx";
import { isTooShort, TooShort } from "../posts/TooShort.tsx";
import { profileQuery } from "../profile-api.ts";
import { ProfileChoice } from "./ProfileChoice.tsx";
import styles from "./Tab.module.css";

export interface CreatorPostsProps {
  params: { service: string; id: string };
  search: ListSearch;
}

/** The first tab: a creator's posts, or search results among them. */
export function CreatorPosts({ params, search }: CreatorPostsProps) {
  const { data: profile } = useQuery(profileQuery(params));
  const start = useListStart(search);
  const online = useQuery(creatorPostsQuery(params, start));
  const { data: posts, error, refetch } = online;
  const creators = [`${params.service}/${params.id}`];
  const device = useOfflineSearch(online, pageQuestion(start, creators));
  const isLinked = profile !== undefined && profile.relation_id !== null;
  const isFiltered = search.q !== undefined || search.tag !== undefined;
  return (
    <div className={styles.tab}>
      <PostSearchForm search={search} usual={DEFAULT_POST_ORDER.creator} label={t("creator.posts.search")} />
      {device === undefined ? null : <DeviceLabel size={device.size} />}
      {isLinked && posts !== undefined ? <ProfileChoice params={params} /> : null}
      {isTooShort(search) ? (
        <TooShort />
      ) : device !== undefined ? (
        offlinePosts({ device, search, label: t("creator.posts.pages"), creators })
      ) : error !== null && posts === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : posts === undefined || profile === undefined ? (
        // Loaded in parallel: the profile determines the layout above the posts.
        <PostGridSkeleton />
      ) : posts.length === 0 ? (
        <EmptyState message={t("posts.empty")} />
      ) : (
        <PostList
          data={posts}
          postsOf={(page) => page}
          pageAt={(o) => creatorPostsQuery(params, { ...search, o })}
          offset={offsetNumber(search.o)}
          count={isFiltered ? undefined : profile.post_count}
          label={t("creator.posts.pages")}
          list={isFiltered || search.sort_by !== undefined ? search : {}}
          isOwnPage
        />
      )}
    </div>
  );
}
