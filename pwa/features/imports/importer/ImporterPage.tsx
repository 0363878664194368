import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { withoutScheme } from "../../../lib/site.ts";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { type Importer, importerQuery } from "./api.ts";
import styles from "./Importer.module.css";
import { ImportForm } from "./ImportForm.tsx";

/** `/importer`: supported services, the use of keys, and the form. */
export function ImporterPage() {
  const { data, error, refetch } = useQuery(importerQuery());
  if (error !== null && data === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("importer.title")} />
      {data === undefined ? (
        <div className={styles.part} role="status" aria-label={t("importer.loading")}>
          <div className={`${styles.ghostBox} ${page.skeleton}`} />
          <div className={`${styles.ghost} ${page.skeleton}`} />
        </div>
      ) : data.services.some(({ enabled }) => enabled) ? (
        <>
          <p>{t("importer.intro")}</p>
          <Before importer={data} />
          <Readiness importer={data} />
          <ImportForm importer={data} />
        </>
      ) : (
        <>
          <p>{t("importer.off")}</p>
          <p>
            <Link to="/importer/tutorial">{t("importer.howTo")}</Link>
          </p>
        </>
      )}
    </div>
  );
}

/** Introduction: services, operator, and the use of keys. */
function Before({ importer: { services, contact } }: { importer: Importer }) {
  const accepted = services.filter(({ enabled, connector }) => enabled && connector !== null);
  const { host } = location;
  return (
    <section className={styles.before} aria-labelledby="before">
      <h2 id="before">{t("importer.before")}</h2>
      <ul className={styles.points}>
        {accepted.length === 0 ? null : (
          <li>
            {t("importer.accepts")}
            <span className={styles.services}>
              {accepted.map(({ service }) => (
                <ServiceMark key={service} service={service} />
              ))}
            </span>
          </li>
        )}
        <li>
          <Rich
            id={contact === null ? "importer.runByUnnamed" : "importer.runBy"}
            values={{ host, address: withoutScheme(contact ?? "") }}
            tags={{
              host: (text) => <bdi translate="no">{text}</bdi>,
              address: (text) => (
                <a href={contact ?? undefined} dir="auto">
                  {text}
                </a>
              ),
            }}
          />
        </li>
        <li>{t("importer.key.sealed")}</li>
        <li>{t("importer.key.deleted")}</li>
        <li>{t("importer.key.trust")}</li>
      </ul>
      <p>
        <Link to="/importer/tutorial">{t("importer.howTo")}</Link>
      </p>
    </section>
  );
}

function Readiness({ importer: { backlogged, running } }: { importer: Importer }) {
  if (!running) return <p className={styles.warning}>{t("importer.notRunning")}</p>;
  return (
    <p className={styles.soft}>{t(backlogged ? "importer.status.backlogged" : "importer.status.ready")}</p>
  );
}
