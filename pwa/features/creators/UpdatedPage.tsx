import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { offsetProblem, PAGE_SIZE } from "#shared/rules/paging.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { day } from "../../lib/dates.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { OpenPaginator, Paginator } from "../../ui/Paginator.tsx";
import { creatorsQuery, updatedCreatorsQuery } from "./api.ts";
import grid from "./CreatorCard.module.css";
import { CreatorCard } from "./CreatorCard.tsx";
import { TabSkeleton } from "./TabBody.tsx";
import { type UpdatedCreator, updatedPage } from "./updated.ts";

/** `/artists/updated`: the creators updated last. */
export function UpdatedPage({ o }: { o: string | undefined }) {
  const offset = offsetNumber(o);
  const { creators, count, error, retry } = useUpdated(offset);
  return (
    <div className={page.page}>
      <PageHeading title={t("creators.updatedTitle")} />
      {error !== null ? (
        <Failure error={error} onRetry={retry} />
      ) : creators === undefined ? (
        <TabSkeleton shape="creators" label={t("creators.loading")} />
      ) : creators.length === 0 ? (
        <EmptyState message={t("creators.empty")} />
      ) : (
        <>
          <ul className={grid.grid}>
            {creators.map((creator) => (
              <li key={`${creator.service}/${creator.id}`}>
                <CreatorCard creator={creator} note={day(creator.updated)} />
              </li>
            ))}
          </ul>
          {count === undefined ? (
            <OpenPaginator
              offset={offset}
              isFull={creators.length === PAGE_SIZE}
              label={t("creators.pages")}
            />
          ) : (
            <Paginator offset={offset} count={count} label={t("creators.pages")} />
          )}
        </>
      )}
    </div>
  );
}

interface Updated {
  creators: UpdatedCreator[] | undefined;
  /** Known with the full list. */
  count: number | undefined;
  error: Error | null;
  retry: () => void;
}

/** The first page is a small answer of its own; later ones are cut from the list the creator search keeps. */
function useUpdated(offset: number): Updated {
  const isFirst = offset === 0;
  const first = useQuery({ ...updatedCreatorsQuery(), enabled: isFirst });
  const all = useQuery({ ...creatorsQuery(), enabled: !isFirst });
  const cut = useMemo(
    () => (isFirst || all.data === undefined ? undefined : updatedPage(all.data, offset)),
    [isFirst, all.data, offset],
  );
  const problem = offsetProblem(offset, PAGE_SIZE);
  return {
    creators: isFirst ? first.data?.results : cut,
    count: all.data?.length,
    error: problem === undefined ? (isFirst ? first.error : all.error) : new Error(problem),
    retry: () => void (isFirst ? first : all).refetch(),
  };
}
