import { t } from "../../../i18n/index.ts";
import { type ListSearch, offsetNumber } from "../../../lib/list-search.ts";
import type { OfflineResults } from "../../../offline/search/worker-api.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { offlineQuery } from "../../search/offline-search/api.ts";
import { pageQuestion } from "../../search/offline-search/query.ts";
import { PostList } from "./PostList.tsx";

export interface OfflinePostsProps {
  /** The page asked for; of a list that grows, the first one shown. */
  device: OfflineResults;
  search: ListSearch;
  /** Of the pages. */
  label: string;
  /** `service/creator` of each, where the list is of one or of linked ones. */
  creators?: readonly string[];
}

/**
 * What a search finds on the device, in pages like those of the archive. Called, not rendered as a component: the list
 * then stands where the archive's will, and its cards and their focus stay when that takes its place.
 */
export function offlinePosts({ device, search, label, creators }: OfflinePostsProps) {
  if (device.posts.length === 0) return <EmptyState message={t("posts.empty")} />;
  return (
    <PostList
      data={device}
      postsOf={({ posts }) => posts.map(({ item }) => item)}
      pageAt={(o) => offlineQuery(pageQuestion({ ...search, o }, creators))}
      offset={offsetNumber(search.o)}
      count={device.total}
      label={label}
      list={search}
      isOwnPage={creators !== undefined}
    />
  );
}
