import { useQueries, useQuery } from "@tanstack/react-query";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { DEFAULT_POST_ORDER } from "#shared/rules/sort-orders.ts";
import { Failure } from "../../../api/Failure.tsx";
import { formatNumber, plain, t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { type ListSearch, offsetNumber } from "../../../lib/list-search.ts";
import { NARROW, useMedia, WIDE } from "../../../lib/media-query.ts";
import { Marked } from "../../../ui/Highlight.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { DeviceLabel } from "../../search/offline-search/OfflineLabel.tsx";
import { pageQuestion } from "../../search/offline-search/query.ts";
import { useOfflineSearch } from "../../search/offline-search/use-offline-results.ts";
import { SearchActions } from "../../search/saved-searches/lazy.ts";
import { postsQuery } from "../posts/api.ts";
import { useListStart } from "../posts/list-start.ts";
import { offlinePosts } from "../posts/offline-posts.tsx";
import { PostGridSkeleton } from "../posts/PostGrid.tsx";
import { PostList } from "../posts/PostList.tsx";
import { PostSearchForm } from "../posts/PostSearchForm.tsx";
import { rangeText } from "../posts/range.ts";
import type { ListedPost } from "../posts/subject.ts";
import { isTooShort, TooShort } from "../posts/TooShort.tsx";
import { hitsQuery } from "./api.ts";
import { FacetButton, FacetPanel } from "./Facets.tsx";
import { HitNote } from "./HitNote.tsx";
import { NoHits } from "./NoHits.tsx";
import styles from "./SearchPage.module.css";
import { Sections } from "./Sections.tsx";

/** `/posts` with words or tags: search results and why they matched. */
export function SearchPage({ search }: { search: ListSearch }) {
  if (!isTooShort(search)) return <Results search={search} />;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("posts.title")} />
      </header>
      <PostSearchForm search={search} usual="added" label={t("posts.searchAll")} />
      <TooShort />
    </div>
  );
}

function Results({ search }: { search: ListSearch }) {
  const start = useListStart(search);
  const online = useQuery(postsQuery(start));
  const { data, error, refetch, isPlaceholderData } = online;
  const device = useOfflineSearch(online, pageQuestion(start));
  const isWide = useMedia(WIDE);
  const isNarrow = useMedia(NARROW);
  const offset = offsetNumber(start.o);
  const grid = useHits(search, data, offset);
  const isSearched = device === undefined && data !== undefined && data.fallback !== true;
  const hasFacets = isSearched && data.posts.length > 0;
  const hasPosts = device === undefined && (data?.posts.length ?? 0) > 0;
  const tools = (
    <>
      {hasFacets && !isWide ? <FacetButton search={search} count={data.true_count} /> : null}
      {hasPosts && isNarrow ? (
        <span className={styles.count} aria-hidden="true">
          {t("search.postCount", { count: data?.true_count ?? 0 })}
        </span>
      ) : null}
      <SearchActions search={search} />
    </>
  );
  return (
    <div className={`${page.page} ${styles.page}`}>
      <header className={`${page.head} ${styles.head}`}>
        <Heading search={search} />
        {device !== undefined ? (
          <DeviceLabel size={device.size} />
        ) : data === undefined ? null : (
          <p className={page.note} role="status">
            {summary(offset, data.posts.length, data)}
          </p>
        )}
      </header>
      <PostSearchForm
        search={search}
        usual={DEFAULT_POST_ORDER.all}
        label={t("posts.searchAll")}
        found={data}
      />
      {isSearched && offset === 0 && search.q !== undefined ? <Sections q={search.q} /> : null}
      {hasPosts ? null : <div className={styles.actions}>{tools}</div>}
      <div className={styles.columns}>
        <div className={styles.list}>
          {device !== undefined ? (
            offlinePosts({ device, search, label: t("posts.pages") })
          ) : error !== null && data === undefined ? (
            <Failure error={error} onRetry={() => void refetch()} />
          ) : data === undefined || (isPlaceholderData && data.posts.length === 0) ? (
            <PostGridSkeleton />
          ) : data.posts.length === 0 ? (
            <NoHits search={search} isBasic={data.fallback === true} />
          ) : (
            <PostList
              data={data}
              postsOf={({ posts }) => posts}
              isStale={isPlaceholderData}
              pageAt={(o) => postsQuery({ ...search, o })}
              offset={offsetNumber(search.o)}
              count={data.count}
              label={t("posts.pages")}
              grid={{ ...grid, tools }}
            />
          )}
        </div>
        {hasFacets && isWide ? <FacetPanel search={search} /> : null}
      </div>
    </div>
  );
}

function Heading({ search: { q, tag = [] } }: { search: ListSearch }) {
  const words = q ?? tag.join(", ");
  return (
    <PageHeading title={plain("posts.titleFor", { q: words })}>
      <Rich id="posts.titleFor" values={{ q: words }} tags={{ q: (text) => <bdi>{text}</bdi> }} />
    </PageHeading>
  );
}

interface Found {
  posts: readonly ListedPost[];
  count: number;
  true_count: number;
  exact?: number | undefined;
  fallback?: true | undefined;
}

/** Highlighted titles, notes below the cards, and the divider before similar posts. */
function useHits(search: ListSearch, found: Found | undefined, offset: number) {
  const isAsked = found !== undefined && found.fallback !== true && found.posts.length > 0;
  // Several pages if the list was extended.
  const pages = Math.max(0, offsetNumber(search.o) - offset) / PAGE_SIZE + 1;
  const asked = useQueries({
    queries: Array.from({ length: pages }, (_, at) => ({
      ...hitsQuery({ ...search, o: offset + at === 0 ? undefined : String(offset + at * PAGE_SIZE) }),
      enabled: isAsked,
    })),
  });
  if (!isAsked) return undefined;
  const isError = asked.some((one) => one.isError);
  const hits = new Map(asked.flatMap(({ data }) => data?.posts ?? []).map((hit) => [keyOf(hit), hit]));
  const exact = found.exact === undefined ? undefined : found.exact - offset;
  const similar = new Set(exact === undefined ? [] : found.posts.slice(Math.max(0, exact)).map(keyOf));
  return {
    extra: (post: ListedPost) =>
      isError ? null : <HitNote q={search.q ?? ""} hit={hits.get(keyOf(post))} />,
    heading: (post: ListedPost) => {
      const title = hits.get(keyOf(post))?.title;
      return title ? <Marked text={title} /> : undefined;
    },
    wordsInImage: (post: ListedPost) => (hits.get(keyOf(post))?.in_picture ? search.q : undefined),
    divider: {
      isBefore: (post: ListedPost) => similar.has(keyOf(post)),
      node: <li className={styles.divider}>{t("results.similar")}</li>,
    },
  };
}

const keyOf = ({ service, user, id }: { service: string; user: string; id: string }) =>
  `${service}/${user}/${id}`;

/** Result count; the fallback does not count beyond the next page. */
function summary(offset: number, shown: number, { count, true_count: total, fallback }: Found): string {
  const last = offset + shown;
  if (fallback === true && count > last)
    return t("results.rangeOpen", { from: formatNumber(offset + 1), to: formatNumber(last) });
  return rangeText(offset, shown, count, total);
}
