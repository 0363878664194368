import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import styles from "./Administration.module.css";
import { auditQuery } from "./api.ts";

/** `/account/administrator/audit`: changes by administrators, in the app or on the command line. */
export function AuditPage({ o }: { o: string | undefined }) {
  const query = useQuery(auditQuery(o));
  return (
    <div className={page.page}>
      <PageHeading title={t("administration.audit")} />
      <Loaded query={query} label={t("administration.loadingAudit")} skeleton={styles.ghost}>
        {(data) =>
          data.entries.length === 0 ? (
            <EmptyState />
          ) : (
            <>
              <ul className={styles.list}>
                {data.entries.map((entry) => (
                  <li key={entry.id} className={styles.row}>
                    <span>
                      <bdi translate="no">{entry.actor ?? t("administration.shell")}</bdi>{" "}
                      <code>
                        {entry.kind} {entry.subject}
                      </code>
                    </span>
                    {entry.before === null && entry.after === null ? null : (
                      <code className={styles.soft}>
                        {entry.before ?? "–"} → {entry.after ?? "–"}
                      </code>
                    )}
                    {entry.reason === null || entry.reason === "" ? null : (
                      <span className={styles.soft} dir="auto">
                        {entry.reason}
                      </span>
                    )}
                    <span className={styles.soft}>
                      <DateText iso={entry.created_at} show="moment" />
                    </span>
                  </li>
                ))}
              </ul>
              <Paginator offset={offsetNumber(o)} count={data.count} label={t("administration.auditPages")} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}
