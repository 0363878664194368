import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import type { OpenApi } from "#shared/entities/openapi.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { descriptionQuery } from "./api.ts";
import { OperationList } from "./OperationList.tsx";
import { OperationView } from "./OperationView.tsx";
import { Overview } from "./Overview.tsx";
import { groupsOf } from "./operations.ts";
import styles from "./ReferencePage.module.css";

/** `/documentation/api`: everything the server says of its API, one operation at a time, chosen by the address's hash. */
export function ReferencePage() {
  const { data, error, refetch } = useQuery(descriptionQuery());
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("reference.title")} />
        <p className={page.note}>
          <Rich
            id="reference.formats"
            tags={{
              json: (name) => <a href="/api/schema">{name}</a>,
              yaml: (name) => <a href="/api/schema?format=yaml">{name}</a>,
            }}
          />
        </p>
      </header>
      {data !== undefined ? (
        <Reference api={data} />
      ) : error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.columns} role="status" aria-label={t("reference.loading")}>
          <div className={`${styles.blank} ${page.skeleton}`} />
          <div className={`${styles.blank} ${page.skeleton}`} />
        </div>
      )}
    </div>
  );
}

function Reference({ api }: { api: OpenApi }) {
  const chosen = useLocation({ select: (location) => location.hash });
  const groups = useMemo(() => groupsOf(api), [api]);
  const operation = groups.flatMap((group) => group.operations).find((one) => one.id === chosen);
  return (
    <div className={styles.columns}>
      <OperationList groups={groups} chosen={operation} />
      {operation === undefined ? (
        <Overview api={api} groups={groups} unknown={chosen} />
      ) : (
        <OperationView key={operation.id} api={api} listed={operation} />
      )}
    </div>
  );
}
