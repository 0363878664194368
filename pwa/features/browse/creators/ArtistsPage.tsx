import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import type { CreatorSearch } from "../../search/creators/search.ts";
import styles from "./CreatorCard.module.css";
import { CreatorCard } from "./CreatorCard.tsx";
import { CreatorGrid } from "./CreatorGrid.tsx";
import { CreatorSearchForm } from "./CreatorSearchForm.tsx";
import { useCreatorPage } from "./use-creator-page.ts";

// Its translations load with it, not with the first page.
const SimilarCreators = lazyComponent(() =>
  import("./SimilarCreators.tsx").then((file) => file.SimilarCreators),
);

const SKELETONS = Array.from({ length: 12 }, (_, index) => index);

/** `/artists`: the whole list, searched on the device; until it is loaded, a page sorted by the server. */
export function ArtistsPage({ search }: { search: CreatorSearch }) {
  const { found, error, refetch } = useCreatorPage(search);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("creators.title")} />
        {found === undefined ? null : (
          <p className={page.note} role="status">
            {t("creators.count", { count: found.count })}
          </p>
        )}
      </header>
      <CreatorSearchForm search={search} />
      {error !== null && found === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : found === undefined ? (
        <div className={styles.grid} role="status" aria-label={t("creators.loading")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.empty} ${page.skeleton}`} />
          ))}
        </div>
      ) : found.count === 0 && found.similar.length === 0 ? (
        <EmptyState message={t("creators.empty")} />
      ) : (
        <>
          {found.count === 0 ? null : (
            <>
              <CreatorGrid creators={found.shown}>
                {(creator) => <CreatorCard creator={creator} favorited={creator.favorited} />}
              </CreatorGrid>
              <Paginator offset={found.offset} count={found.count} label={t("creators.pages")} />
            </>
          )}
          {found.similar.length === 0 ? null : (
            <SimilarCreators creators={found.similar} exact={found.count} />
          )}
        </>
      )}
    </div>
  );
}
