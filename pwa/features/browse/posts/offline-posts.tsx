import { t } from "../../../i18n/index.ts";
import { type ListSearch, offsetNumber } from "../../../lib/list-search.ts";
import type { OfflineResults } from "../../../offline/search/worker-api.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { offlineQuery } from "../../search/offline-search/api.ts";
import { pageQuestion } from "../../search/offline-search/query.ts";
import { PostList } from "./PostList.tsx";

export interface OfflinePostsProps {
  /** The requested page; the first one shown of an extended list. */
  device: OfflineResults;
  search: ListSearch;
  /** Label of the pagination. */
  label: string;
  /** Creators of the list as `service/creator`, if it is limited to some. */
  creators?: readonly string[];
}

/**
 * Search results on the device, in pages like the archive's. A function, not a component: React then reuses the cards,
 * and keeps the focus, when the archive's list replaces it.
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
