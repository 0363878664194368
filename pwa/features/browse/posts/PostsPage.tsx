import { useQuery } from "@tanstack/react-query";
import { DEFAULT_POST_ORDER } from "#shared/rules/sort-orders.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/initial.ts";
import { type ListSearch, offsetNumber } from "../../../lib/list-search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { postsQuery } from "./api.ts";
import { useListStart } from "./list-start.ts";
import { PostGridSkeleton } from "./PostGrid.tsx";
import { PostList } from "./PostList.tsx";
import { PostSearchForm } from "./PostSearchForm.tsx";
import { rangeText } from "./range.ts";

/** `/posts`: all posts, newest first. Search results are in `features/browse/results`. */
export function PostsPage({ search }: { search: ListSearch }) {
  const start = useListStart(search);
  const { data, error, refetch, isPlaceholderData } = useQuery(postsQuery(start));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("posts.title")} />
        {data === undefined ? null : (
          <p className={page.note}>
            {rangeText(offsetNumber(start.o), data.posts.length, data.count, data.true_count)}
          </p>
        )}
      </header>
      <PostSearchForm search={search} usual={DEFAULT_POST_ORDER.all} label={t("posts.searchAll")} />
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <PostGridSkeleton />
      ) : data.posts.length === 0 ? (
        <EmptyState message={t("posts.empty")} />
      ) : (
        <PostList
          data={data}
          postsOf={({ posts }) => posts}
          isStale={isPlaceholderData}
          pageAt={(o) => postsQuery({ ...search, o })}
          offset={offsetNumber(search.o)}
          count={data.count}
          label={t("posts.pages")}
        />
      )}
    </div>
  );
}
