import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../api/Failure.tsx";
import { formatNumber, plain, t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { DeviceLabel, pageQuestion, useOfflineSearch } from "../offline-search/public.ts";
import { postsQuery } from "./api.ts";
import { useListStart } from "./list-start.ts";
import { offlinePosts } from "./offline-posts.tsx";
import { PostGridSkeleton } from "./PostGrid.tsx";
import { PostList } from "./PostList.tsx";
import { PostSearchForm } from "./PostSearchForm.tsx";

/** `/posts`: everything, newest first, or what a search finds. */
export function PostsPage({ search }: { search: ListSearch }) {
  const start = useListStart(search);
  const online = useQuery(postsQuery(start));
  const { data, error, refetch, isPlaceholderData } = online;
  const device = useOfflineSearch(online, pageQuestion(start));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <Heading q={search.q} />
        {device !== undefined ? (
          <DeviceLabel size={device.size} />
        ) : data === undefined ? null : (
          <p className={page.note}>
            {summary(offsetNumber(start.o), data.posts.length, data.count, data.true_count)}
          </p>
        )}
      </header>
      <PostSearchForm
        search={search}
        usual="added"
        label={t("posts.searchAll")}
        exact={data?.exact}
        isBasic={data?.basic}
      />
      {device !== undefined ? (
        offlinePosts({ device, search, label: t("posts.pages") })
      ) : error !== null && data === undefined ? (
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

function Heading({ q }: { q: string | undefined }) {
  if (q === undefined) return <PageHeading title={t("posts.title")} />;
  return (
    <PageHeading title={plain("posts.titleFor", { q })}>
      <Rich id="posts.titleFor" values={{ q }} tags={{ q: (words) => <bdi>{words}</bdi> }} />
    </PageHeading>
  );
}

function summary(offset: number, shown: number, count: number, total: number): string {
  if (shown === 0) return "";
  return t(total > count ? "posts.rangeCut" : "posts.range", {
    from: formatNumber(offset + 1),
    to: formatNumber(offset + shown),
    total: formatNumber(total),
    count: formatNumber(count),
  });
}
