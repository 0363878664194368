import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { FavoriteCreator } from "#shared/entities/favorite.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { DEFAULT_FAVORITE_SORT, FAVORITE_SORTS } from "#shared/rules/sort-orders.ts";
import { serviceInfo } from "#shared/services/index.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { offsetNumber } from "../../../lib/list-search.ts";
import badge from "../../../ui/Badge.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { DeviceNote } from "../../favorites/DeviceNote.tsx";
import { FavoriteButton } from "../../favorites/FavoriteButton.tsx";
import { FavoriteTabs } from "../../favorites/FavoriteTabs.tsx";
import { FavoriteTools } from "../../favorites/FavoriteTools.tsx";
import { CreatorLabels } from "../../favorites/labels/lazy.tsx";
import { useLabeled } from "../../favorites/labels/use-labeled.ts";
import { byPerson, matching, sortCreators } from "../../favorites/list.ts";
import { useFavoriteKeys } from "../../favorites/marks.ts";
import { favoriteNews } from "../../favorites/news.ts";
import type { FavoriteSearch } from "../../favorites/search.ts";
import { markNewsSeen } from "../../favorites/sync.ts";
import { WaitingNote } from "../../favorites/WaitingNote.tsx";
import { CreatorCard } from "../creators/CreatorCard.tsx";
import styles from "./FavoriteLists.module.css";
import { useFavoriteCreators } from "./lists.ts";

const SKELETONS = Array.from({ length: 8 }, (_, index) => index);

/** `/account/favorites/artists` */
export function FavoriteCreatorsPage({ search }: { search: FavoriteSearch }) {
  const { data, error, refetch, isRefetching } = useFavoriteCreators();
  const keys = useFavoriteKeys("creator");
  useEffect(() => {
    if (data !== undefined) markNewsSeen(data);
  }, [data]);
  // Removed favorites disappear from the list at once.
  const shown = data?.filter(({ service, id }) => keys?.has(`${service}/${id}`) !== false);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("favorites.creatorsTitle")} />
        {shown === undefined ? null : (
          <p className={page.note} role="status">
            {t("favorites.creatorCount", { count: shown.length })}
          </p>
        )}
      </header>
      <FavoriteTabs />
      <FavoriteTools kind="creator" search={search} />
      <DeviceNote />
      <WaitingNote
        kind="creator"
        listed={isRefetching ? undefined : data?.map(({ service, id }) => `${service}/${id}`)}
      />
      {shown !== undefined ? (
        <Creators creators={shown} search={search} />
      ) : error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.grid} role="status" aria-label={t("favorites.loadingCreators")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
          ))}
        </div>
      )}
    </div>
  );
}

function Creators({ creators, search }: { creators: FavoriteCreator[]; search: FavoriteSearch }) {
  const sort = FAVORITE_SORTS.creator.find((one) => one === search.sort_by) ?? DEFAULT_FAVORITE_SORT.creator;
  const labeled = useLabeled(search.label);
  const wanted =
    labeled === undefined ? creators : creators.filter(({ service, id }) => labeled.has(`${service}/${id}`));
  const found = matching(wanted, search.q, ({ name, service, id }) => `${name} ${service} ${id}`);
  const [seen] = useState(() => favoriteNews.get().seen); // at the start of this visit
  const sorted = sortCreators(found, sort, search.order ?? "desc");
  const offset = offsetNumber(search.o);
  const cards = search.by === "person" ? byPerson(sorted) : sorted.map((creator) => [creator] as const);
  const shown = cards.slice(offset, offset + PAGE_SIZE);
  if (shown.length === 0)
    return <EmptyState message={t(creators.length === 0 ? "favorites.noCreators" : "favorites.noMatch")} />;
  return (
    <>
      <ul className={styles.grid}>
        {shown.map(([creator, ...others]) => {
          const { service, id, name } = creator;
          return (
            <li key={`${service}/${id}`} className={styles.item}>
              <CreatorCard
                creator={creator}
                note={
                  <>
                    {seen !== "" && creator.updated > seen ? (
                      <span className={badge.badge}>{t("favorites.new")}</span>
                    ) : null}
                    <CreatorLabels creator={`${service}/${id}`} isShort />
                    {sort === "faved_seq" ? null : <DateText iso={creator[sort]} />}
                  </>
                }
              />
              <span className={styles.star}>
                <FavoriteButton target={{ service, user: id }} name={name} isSmall />
              </span>
              {others.length === 0 ? null : (
                <ul className={styles.others}>
                  {others.map((other) => (
                    <li key={`${other.service}/${other.id}`}>
                      <Link
                        to="/$service/user/$id"
                        params={{ service: other.service, id: other.id }}
                        className={styles.other}
                      >
                        <Rich
                          id="creator.profiles.also"
                          values={{ service: serviceInfo(other.service).title }}
                          tags={{ service: () => <ServiceMark service={other.service} /> }}
                        />
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <Paginator offset={offset} count={cards.length} label={t("favorites.creatorPages")} />
    </>
  );
}
