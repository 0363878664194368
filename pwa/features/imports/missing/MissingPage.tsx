import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { GAP_SOURCES } from "#shared/entities/wanted.ts";
import { type Service, serviceInfo } from "#shared/services/index.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber, stringifySearch } from "../../../lib/list-search.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { AddList } from "./AddList.tsx";
import { filterOf, type GapSearch, gapsQuery } from "./api.ts";
import { CreatorRow } from "./CreatorRow.tsx";
import styles from "./Missing.module.css";

const TO = "/account/administrator/missing";

/** `/account/administrator/missing`: what the archive lacks, creator by creator, and lists of what it should have. */
export function MissingPage({ search }: { search: GapSearch }) {
  const query = useQuery(gapsQuery(search));
  const isFiltered = Object.values(filterOf(search)).some((value) => value !== undefined);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("missing.title")} />
        {query.data === undefined || query.data.count === 0 ? null : (
          <p className={page.note} role="status">
            {totals(query.data)}
          </p>
        )}
      </header>
      <p className={styles.soft}>{t("missing.note")}</p>
      <Loaded query={query} label={t("missing.loading")} skeleton={styles.ghost}>
        {({ count, services, creators }) => (
          <>
            {services.length === 0 && !isFiltered ? null : <Filters search={search} services={services} />}
            {count === 0 ? (
              <EmptyState
                isDone={!isFiltered}
                message={t(isFiltered ? "missing.noneFiltered" : "missing.none")}
              />
            ) : (
              <>
                <ul className={styles.list} aria-busy={query.isPlaceholderData}>
                  {creators.map((gaps) => (
                    <CreatorRow
                      key={`${gaps.service}/${gaps.creator}/${gaps.by_public_id}`}
                      gaps={gaps}
                      source={search.source}
                    />
                  ))}
                </ul>
                <Paginator offset={offsetNumber(search.o)} count={count} label={t("missing.pages")} />
                <Downloads search={search} />
              </>
            )}
          </>
        )}
      </Loaded>
      <AddList />
    </div>
  );
}

function totals({
  wanted_creators: creators,
  posts,
  files,
}: Record<"wanted_creators" | "posts" | "files", number>) {
  return [
    ...(creators === 0 ? [] : [t("missing.creators", { count: creators })]),
    ...(posts === 0 ? [] : [t("missing.posts", { count: posts })]),
    ...(files === 0 ? [] : [t("missing.files", { count: files })]),
  ].join(" · ");
}

function Filters({ search, services }: { search: GapSearch; services: Service[] }) {
  const navigate = useNavigate();
  const change = (part: GapSearch) =>
    void navigate({
      to: TO,
      search: (before: object) => ({ ...before, o: undefined, ...part }),
      resetScroll: false,
    });
  const { service } = filterOf(search);
  const listed = service === undefined || services.includes(service) ? services : [...services, service];
  return (
    <div className={styles.filters}>
      <label className={button.label}>
        {t("missing.service")}
        <select
          className={button.field}
          value={service ?? ""}
          onChange={({ target }) => change({ service: target.value || undefined })}
        >
          <option value="">{t("missing.allServices")}</option>
          {listed.map((one) => (
            <option key={one} value={one} translate="no">
              {serviceInfo(one).title}
            </option>
          ))}
        </select>
      </label>
      <label className={button.label}>
        {t("missing.source")}
        <select
          className={button.field}
          value={search.source ?? ""}
          onChange={({ target }) => change({ source: target.value || undefined })}
        >
          <option value="">{t("missing.allSources")}</option>
          {GAP_SOURCES.map((one) => (
            <option key={one} value={one}>
              {t("missing.sourceName", { source: one })}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Downloads({ search }: { search: GapSearch }) {
  return (
    <div className={styles.actions}>
      {(["csv", "json"] as const).map((format) => (
        <a
          key={format}
          className={button.button}
          href={`/api/v1/account/administrator/wanted/export${stringifySearch({ format, ...filterOf(search) })}`}
          download={`missing.${format}`}
        >
          {t(format === "csv" ? "missing.downloadCsv" : "missing.downloadJson")}
        </a>
      ))}
    </div>
  );
}
