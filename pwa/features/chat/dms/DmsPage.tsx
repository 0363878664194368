import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FeedLinks } from "../../../ui/FeedLinks.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { PartBoundary } from "../../../ui/PartBoundary.tsx";
import { SearchForm } from "../../../ui/SearchForm.tsx";
import { MutedList } from "../../reading/mutes/MutedList.tsx";
import { CompletingField } from "../../search/completion/CompletingField.tsx";
import { type DmSearch, dmsQuery } from "./api.ts";
import styles from "./DmCard.module.css";
import { DmCard } from "./DmCard.tsx";

const MIN_LENGTH = 3;
const SKELETONS = Array.from({ length: 8 }, (_, index) => index);

/** `/dms`: messages of creators to their supporters, last added first, or search results. */
export function DmsPage({ search }: { search: DmSearch }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(dmsQuery(search));
  const navigate = useNavigate();
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("dms.title")} />
        {data === undefined ? null : (
          <p className={page.note} role="status">
            {t("dms.count", { count: data.count })}
          </p>
        )}
      </header>
      <SearchForm
        label={t("dms.search")}
        q={search.q}
        minLength={MIN_LENGTH}
        field={(typed) => (
          <CompletingField
            typed={typed}
            label={t("dms.search")}
            q={search.q}
            keys={["creator", "person", "service", "before", "after", "sort"]}
          />
        )}
        onSearch={(q, replace) =>
          void navigate({ to: "/dms", search: q === "" ? {} : { q }, replace, resetScroll: false })
        }
      />
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={styles.list} role="status" aria-label={t("dms.loading")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.empty} ${page.skeleton}`} />
          ))}
        </div>
      ) : data.dms.length === 0 ? (
        <EmptyState message={t("dms.empty")} />
      ) : (
        <>
          <MutedList
            items={data.dms}
            keyOf={({ hash }) => hash}
            subjectOf={({ service, user, content }) => ({ service, user, text: content })}
            className={styles.list}
            isBusy={isPlaceholderData}
          >
            {(dm) => (
              <PartBoundary>
                <DmCard dm={dm} />
              </PartBoundary>
            )}
          </MutedList>
          <Paginator offset={offsetNumber(search.o)} count={data.count} label={t("dms.pages")} />
          <FeedLinks search={{ q: search.q }} of="dms" />
        </>
      )}
    </div>
  );
}
