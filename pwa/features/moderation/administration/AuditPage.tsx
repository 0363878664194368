import { useQuery } from "@tanstack/react-query";
import type { ListedAuditEntry } from "#shared/entities/account.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { AuditSubject } from "../AuditSubject.tsx";
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
                      <strong>{t("administration.auditKind", { kind: kindOf(entry) })}</strong>{" "}
                      <AuditSubject {...entry} />
                    </span>
                    <Change {...entry} />
                    {entry.reason === null || entry.reason === "" ? null : (
                      <span className={styles.soft} dir="auto">
                        {entry.reason}
                      </span>
                    )}
                    <span className={styles.soft}>
                      <bdi translate="no">{entry.actor ?? t("administration.shell")}</bdi>
                      {" · "}
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

const kindOf = ({ kind, after }: ListedAuditEntry): string =>
  kind === "disabled" && after === "false" ? "enabled" : kind;

/** Values before and after, in words where they are choices. */
function Change({ kind, before, after }: ListedAuditEntry) {
  if ((before === null && after === null) || kind === "disabled") return null;
  const word = (value: string | null) => (value === null ? "–" : wordOf(kind, value));
  return (
    <span className={styles.soft}>
      {before === null ? null : (
        <>
          <bdi>{word(before)}</bdi>
          {" → "}
        </>
      )}
      <bdi>{word(after)}</bdi>
    </span>
  );
}

function wordOf(kind: string, value: string): string {
  switch (kind) {
    case "role":
      return t("account.roleName", { role: value });
    case "rating":
      return t("groups.ratingName", { rating: value });
    case "registration":
      return t("administration.registrationName", { value });
    case "access":
      return t("administration.accessName", { value });
    default:
      return value;
  }
}
