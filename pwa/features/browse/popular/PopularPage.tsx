import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../../api/Failure.tsx";
import { plain, t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { day } from "../../../lib/dates.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { ViewButton } from "../cards/ViewButton.tsx";
import { useListStart } from "../posts/list-start.ts";
import { PostGridSkeleton } from "../posts/PostGrid.tsx";
import { PostList } from "../posts/PostList.tsx";
import { popularQuery } from "./api.ts";
import { NothingPopular } from "./NothingPopular.tsx";
import { useNewestWindow } from "./newest-window.ts";
import styles from "./Popular.module.css";
import { PeriodSwitch, WindowSteps } from "./PopularNav.tsx";
import { type PopularInfo, rangeText } from "./range.ts";
import type { PopularSearch } from "./search.ts";

/** `/posts/popular`: the most favorited posts of a day, week or month, or of the last 24 hours. */
export function PopularPage({ search }: { search: PopularSearch }) {
  const asked = useListStart(search);
  const newest = useNewestWindow(asked);
  const shownSearch = newest ?? asked;
  const { data, error, refetch, isPlaceholderData } = useQuery(popularQuery(shownSearch));
  const shown = data;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <Heading info={shown?.info} isNow={shownSearch.date === undefined} />
        {shown === undefined || shown.props.count === 0 ? null : (
          <p className={page.note} role="status">
            {t("popular.count", { count: shown.props.count })}
          </p>
        )}
      </header>
      <div className={styles.nav}>
        <div className={styles.choices}>
          <PeriodSwitch search={search} />
          <ViewButton />
        </div>
        <WindowSteps info={shown?.info} props={shown?.props} />
      </div>
      {newest === undefined || data === undefined ? null : (
        <p className={page.note} role="status">
          {t("popular.newest")}
        </p>
      )}
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <PostGridSkeleton />
      ) : data.posts.length === 0 ? (
        <NothingPopular info={data.info} />
      ) : (
        <PostList
          data={data}
          postsOf={({ posts }) => posts}
          isStale={isPlaceholderData}
          pageAt={(o) => popularQuery({ ...shownSearch, o })}
          offset={offsetNumber(search.o)}
          count={data.props.count}
          label={t("popular.pages")}
        />
      )}
    </div>
  );
}

/** Heading: 'Popular Posts for {range description}'. */
function Heading({ info, isNow }: { info: PopularInfo | undefined; isNow: boolean }) {
  if (info === undefined) return <PageHeading title={t("popular.title")} />;
  if (info.scale === "recent" && isNow) return <PageHeading title={t("popular.titleRecent")} />;
  const values = { range: rangeText(info) };
  return (
    <PageHeading title={plain("popular.titleFor", values)}>
      <Rich
        id="popular.titleFor"
        values={values}
        tags={{ range: (text) => <time dateTime={day(info.min_date)}>{text}</time> }}
      />
    </PageHeading>
  );
}
