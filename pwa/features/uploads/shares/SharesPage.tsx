import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { type ListSearch, offsetNumber } from "../../../lib/list-search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { SearchForm } from "../../../ui/SearchForm.tsx";
import { sharesQuery } from "./api.ts";
import styles from "./ShareCard.module.css";
import { ShareCard } from "./ShareCard.tsx";

const MIN_LENGTH = 2;
const SKELETONS = Array.from({ length: 8 }, (_, index) => index);

/** `/shares`: uploads by visitors, newest first, or search results. */
export function SharesPage({ search }: { search: ListSearch }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(sharesQuery(search));
  const navigate = useNavigate();
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("shares.title")} />
        {data === undefined ? null : (
          <p className={page.note} role="status">
            {t("shares.count", { count: data.total })}
          </p>
        )}
      </header>
      <SearchForm
        label={t("shares.search")}
        q={search.q}
        minLength={MIN_LENGTH}
        onSearch={(q, replace) =>
          void navigate({ to: "/shares", search: q === "" ? {} : { q }, replace, resetScroll: false })
        }
      />
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={styles.list} role="status" aria-label={t("shares.loading")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.empty} ${page.skeleton}`} />
          ))}
        </div>
      ) : data.shares.length === 0 ? (
        <EmptyState message={t(search.q === undefined ? "shares.empty" : "shares.noneFound")} />
      ) : (
        <>
          <ul className={styles.list} aria-busy={isPlaceholderData}>
            {data.shares.map((share) => (
              <li key={share.id}>
                <ShareCard share={share} />
              </li>
            ))}
          </ul>
          <Paginator offset={offsetNumber(search.o)} count={data.total} label={t("shares.pages")} />
        </>
      )}
    </div>
  );
}
