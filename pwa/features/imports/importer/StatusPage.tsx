import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cancelImport } from "#shared/contracts/importer.ts";
import type { Import } from "#shared/entities/import.ts";
import { STATUS_POLL_MS } from "#shared/rules/importer.ts";
import { call } from "../../../api/call.ts";
import { Failure } from "../../../api/Failure.tsx";
import { formatNumber, t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import empty from "../../../ui/EmptyState.module.css";
import { Logo } from "../../../ui/Logo.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { importQuery, isMissing } from "./api.ts";
import styles from "./Importer.module.css";
import { Logs } from "./Logs.tsx";
import { MissingFiles } from "./MissingFiles.tsx";
import { refusalText, statusText } from "./messages.ts";

const SECONDS = STATUS_POLL_MS / 1_000;

/** `/importer/status/:import`: status and log of an import. */
export function StatusPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ ...importQuery(id), retry: false });
  if (isMissing(error)) return <Missing />;
  if (error !== null && data === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  return (
    <div className={page.page}>
      <PageHeading title={t("importer.status.title")} />
      {data === undefined ? (
        <div className={styles.part} role="status" aria-label={t("importer.status.loading")}>
          <div className={`${styles.ghostBox} ${page.skeleton}`} />
        </div>
      ) : (
        <>
          <Table data={data} />
          <p className={styles.problem} role="alert">
            {data.is_key_invalid ? t("importer.status.invalidKey") : null}
          </p>
          {data.finished_at === null ? (
            <p className={styles.soft} role="status">
              {t(error === null ? "importer.status.polling" : "importer.status.stale", { seconds: SECONDS })}
            </p>
          ) : null}
          <p className={styles.soft}>{t("importer.status.link")}</p>
          <Actions data={data} onChanged={() => void refetch()} />
          <MissingFiles files={data.missing_files} />
          <Logs logs={data.logs} />
        </>
      )}
    </div>
  );
}

function Missing() {
  return (
    <section className={empty.card}>
      <span className={empty.scene}>
        <Logo size={72} />
      </span>
      <PageHeading title={t("importer.status.missingTitle")} />
      <p>{t("importer.status.missing")}</p>
      <p className={empty.actions}>
        <Link to="/importer" className={`${button.button} ${button.primary}`}>
          {t("importer.title")}
        </Link>
      </p>
    </section>
  );
}

/** Facts of an import; unknown ones have no row. */
function Table({ data }: { data: Import }) {
  const when = (iso: string | null) => (iso === null ? null : <DateText iso={iso} show="moment" />);
  const rows: [string, ReactNode][] = [
    [t("importer.service"), <ServiceMark key="service" service={data.service} />],
    [t("importer.status.status"), <b key="status">{statusText(data.state)}</b>],
    [
      t("importer.status.importers"),
      data.finished_at === null
        ? t(data.backlogged ? "importer.status.backlogged" : "importer.status.ready")
        : null,
    ],
    [
      t("importer.status.reason"),
      data.reason === null ? null : (
        <bdi key="reason" translate="no">
          {data.reason}
        </bdi>
      ),
    ],
    [t("importer.status.subscriptions"), formatNumber(data.sub_count)],
    [t("importer.status.added"), formatNumber(data.added)],
    [t("importer.status.dms"), t("importer.status.yesNo", { value: data.save_dms ? "yes" : "no" })],
    [t("importer.status.priority"), String(data.priority)],
    [t("importer.status.created"), when(data.created_at)],
    [t("importer.status.started"), when(data.first_started_at)],
    [t("importer.status.retries"), formatNumber(data.retry_count)],
    [t("importer.status.tryStarted"), when(data.current_try_started_at)],
    [t("importer.status.resuming"), when(data.resuming_at)],
    [t("importer.status.keyFailed"), when(data.key_failed_at)],
    [t("importer.status.finished"), when(data.finished_at)],
  ];
  return (
    <table className={styles.table}>
      <tbody>
        {rows.map(([name, value]) =>
          value === null ? null : (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Actions({ data, onChanged }: { data: Import; onChanged: () => void }) {
  const cancel = useMutation({
    mutationFn: () => call(cancelImport, { params: { id: data.import_id } }),
    onSettled: onChanged,
  });
  const isOver = data.finished_at !== null;
  if (!isOver && !data.can_cancel) return null;
  return (
    <>
      <p className={styles.actions}>
        {isOver ? (
          <Link to="/importer" className={button.button}>
            {t("importer.status.another")}
          </Link>
        ) : (
          <button
            type="button"
            className={button.button}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t("importer.status.cancel")}
          </button>
        )}
      </p>
      <p className={styles.problem} role="alert">
        {cancel.error === null ? null : refusalText(cancel.error)}
      </p>
    </>
  );
}
