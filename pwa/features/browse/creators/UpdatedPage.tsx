import { offsetProblem, PAGE_SIZE } from "#shared/rules/paging.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { CreatorCard } from "./CreatorCard.tsx";
import { CreatorGrid } from "./CreatorGrid.tsx";
import { TabSkeleton } from "./TabBody.tsx";
import { useCreatorPage } from "./use-creator-page.ts";

/** `/artists/updated`: recently updated creators. */
export function UpdatedPage({ o }: { o: string | undefined }) {
  const { found, error, refetch } = useCreatorPage({ sort_by: "updated", o });
  const problem = offsetProblem(offsetNumber(o), PAGE_SIZE);
  return (
    <div className={page.page}>
      <PageHeading title={t("creators.updatedTitle")} />
      {problem !== undefined ? (
        <Failure error={new Error(problem)} onRetry={refetch} />
      ) : error !== null && found === undefined ? (
        <Failure error={error} onRetry={refetch} />
      ) : found === undefined ? (
        <TabSkeleton shape="creators" label={t("creators.loading")} />
      ) : found.shown.length === 0 ? (
        <EmptyState message={t("creators.empty")} />
      ) : (
        <>
          <CreatorGrid creators={found.shown}>
            {(creator) => (
              <CreatorCard creator={creator} note={<DateText iso={momentOf(creator.updated)} />} />
            )}
          </CreatorGrid>
          <Paginator offset={found.offset} count={found.count} label={t("creators.pages")} />
        </>
      )}
    </div>
  );
}

/** Formats Unix seconds as a date of the API. */
function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
