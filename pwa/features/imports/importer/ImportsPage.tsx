import { useQuery } from "@tanstack/react-query";
import type { z } from "zod/mini";
import type { listImports } from "#shared/contracts/importer.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { formatNumber, t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { type ImportFilter, importsQuery } from "./api.ts";
import styles from "./Importer.module.css";
import { ImportFilters } from "./ImportFilters.tsx";
import { ManagedImportRow } from "./ManagedImportRow.tsx";
import { QueueRow } from "./QueueRow.tsx";

type Imports = z.output<typeof listImports.response>;

/** `/account/administrator/imports`: the queue by service, failures, and all imports. */
export function ImportsPage({ search }: { search: ImportFilter }) {
  const query = useQuery(importsQuery(search));
  return (
    <div className={page.page}>
      <PageHeading title={t("importer.queue.title")} />
      <Loaded query={query} label={t("importer.queue.loading")} skeleton={styles.ghostBox}>
        {(data) => (
          <>
            <Queue services={data.services} />
            <Failures failures={data.failures} />
            <section className={styles.part} aria-labelledby="imports">
              <h2 id="imports">{t("importer.queue.list")}</h2>
              <ImportFilters search={search} />
              <List data={data} o={search.o} />
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Queue({ services }: { services: Imports["services"] }) {
  const used = services.filter(
    ({ enabled, queued, running, oldest_seconds: oldest }) =>
      enabled || queued + running > 0 || oldest !== null,
  );
  return (
    <section className={styles.part} aria-labelledby="services">
      <h2 id="services">{t("importer.queue.services")}</h2>
      {used.length === 0 ? (
        <p className={styles.soft}>{t("importer.queue.off")}</p>
      ) : (
        <ul className={styles.list}>
          {used.map((queue) => (
            <QueueRow key={queue.service} queue={queue} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Failures({ failures }: { failures: Imports["failures"] }) {
  return (
    <section className={styles.part} aria-labelledby="failures">
      <h2 id="failures">{t("importer.queue.failures")}</h2>
      {failures.length === 0 ? (
        <p className={styles.soft}>{t("importer.queue.noFailures")}</p>
      ) : (
        <ul className={styles.list}>
          {failures.map(({ service, reason, count }) => (
            <li key={`${service} ${reason}`} className={styles.row}>
              <span>
                <ServiceMark service={service} />{" "}
                <bdi className={styles.soft} translate="no">
                  {reason}
                </bdi>
              </span>
              <b>{formatNumber(count)}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function List({ data: { imports, count }, o }: { data: Imports; o: string | undefined }) {
  if (imports.length === 0) return <EmptyState message={t("importer.queue.none")} />;
  return (
    <>
      <ul className={styles.list}>
        {imports.map((one) => (
          <ManagedImportRow key={one.import_id} data={one} />
        ))}
      </ul>
      <Paginator offset={offsetNumber(o)} count={count} label={t("importer.queue.pages")} />
    </>
  );
}
