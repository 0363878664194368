import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import type { OpenApi } from "#shared/entities/openapi.ts";
import { Failure } from "../../api/Failure.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
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
        <PageHeading title="API reference" />
        <p className={page.note}>
          OpenAPI 3.1: <a href="/api/schema">JSON</a> or <a href="/api/schema?format=yaml">YAML</a>
        </p>
      </header>
      {data !== undefined ? (
        <Reference api={data} />
      ) : error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.columns} role="status" aria-label="Loading the reference">
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
