import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { Paginator } from "../../ui/Paginator.tsx";
import { postsQuery } from "./api.ts";
import { PostGrid, PostGridSkeleton } from "./PostGrid.tsx";
import { PostSearchForm } from "./PostSearchForm.tsx";

/** `/posts`: everything, newest first, or what a search finds. */
export function PostsPage({ search }: { search: ListSearch }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(postsQuery(search));
  const offset = offsetNumber(search.o);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={search.q === undefined ? "Posts" : `Posts for "${search.q}"`} />
        {data === undefined ? null : (
          <p className={page.note}>{summary(offset, data.posts.length, data.count, data.true_count)}</p>
        )}
      </header>
      <PostSearchForm search={search} label="Search all posts" />
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <PostGridSkeleton />
      ) : data.posts.length === 0 ? (
        <EmptyState message={t("posts.empty")} />
      ) : (
        <>
          <PostGrid posts={data.posts} isStale={isPlaceholderData} />
          <Paginator offset={offset} count={data.count} label="Pages of posts" />
        </>
      )}
    </div>
  );
}

const number = new Intl.NumberFormat("en");

function summary(offset: number, shown: number, count: number, total: number): string {
  if (shown === 0) return "";
  const rest = total > count ? ` (${number.format(count)} can be paged to)` : "";
  return `${number.format(offset + 1)} to ${number.format(offset + shown)} of ${number.format(total)}${rest}`;
}
