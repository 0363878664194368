import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { Paginator } from "../../ui/Paginator.tsx";
import { creatorsQuery } from "./api.ts";
import styles from "./CreatorCard.module.css";
import { CreatorCard } from "./CreatorCard.tsx";
import { CreatorSearchForm } from "./CreatorSearchForm.tsx";
import { type CreatorSearch, findCreators, pageOf, prepare } from "./search.ts";

const SKELETONS = Array.from({ length: 12 }, (_, index) => index);

/** `/artists`: the whole list, searched on the device. */
export function ArtistsPage({ search }: { search: CreatorSearch }) {
  const { data, error, refetch } = useQuery(creatorsQuery());
  const prepared = useMemo(() => (data === undefined ? undefined : prepare(data)), [data]);
  const { q, service, sort_by, order } = search;
  const found = useMemo(
    () => (prepared === undefined ? undefined : findCreators(prepared, { q, service, sort_by, order })),
    [prepared, q, service, sort_by, order],
  );
  const { offset, shown } = pageOf(found ?? [], search.o);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("creators.title")} />
        {found === undefined ? null : (
          <p className={page.note} role="status">
            {t("creators.count", { count: found.length })}
          </p>
        )}
      </header>
      <CreatorSearchForm search={search} />
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : found === undefined ? (
        <div className={styles.grid} role="status" aria-label={t("creators.loading")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.empty} ${page.skeleton}`} />
          ))}
        </div>
      ) : found.length === 0 ? (
        <EmptyState message={t("creators.empty")} />
      ) : (
        <>
          <ul className={styles.grid}>
            {shown.map((creator) => (
              <li key={`${creator.service}/${creator.id}`}>
                <CreatorCard creator={creator} favorited={creator.favorited} />
              </li>
            ))}
          </ul>
          <Paginator offset={offset} count={found.length} label={t("creators.pages")} />
        </>
      )}
    </div>
  );
}
