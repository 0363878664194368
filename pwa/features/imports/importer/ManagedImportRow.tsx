import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { cancelManagedImport, retryImport } from "#shared/contracts/importer.ts";
import type { ManagedImport } from "#shared/entities/import.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { IMPORTS_KEY } from "./api.ts";
import styles from "./Importer.module.css";
import { refusalText } from "./messages.ts";

/** An import in the queue; it can be canceled or retried. */
export function ManagedImportRow({ data }: { data: ManagedImport }) {
  const { import_id: id, service, state, username, created_at: createdAt } = data;
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (kind: "cancel" | "retry") =>
      call(kind === "cancel" ? cancelManagedImport : retryImport, { params: { id } }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: IMPORTS_KEY }),
  });
  const canRetry = state === "failed" || state === "canceled" || data.resuming_at !== null;
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p>
          <ServiceMark service={service} /> <b>{t("importer.queue.state", { state })}</b>
          {" · "}
          {username === null ? t("importer.queue.anonymous") : <bdi translate="no">{username}</bdi>}
          {" · "}
          <DateText iso={createdAt} show="moment" />
        </p>
        <p className={styles.soft}>
          {t("importer.queue.counts", { added: data.added, retries: data.retry_count })}
          {data.resuming_at === null ? null : (
            <>
              {" · "}
              {t("importer.status.resuming")} <DateText iso={data.resuming_at} show="moment" />
            </>
          )}
        </p>
        {data.reason === null ? null : (
          <p>
            <bdi translate="no">{data.reason}</bdi>
          </p>
        )}
        <p>
          <Link to="/importer/status/$import" params={{ import: id }} preload={false}>
            <code>{id}</code>
          </Link>
        </p>
        <p className={styles.problem} role="alert">
          {change.error === null ? null : refusalText(change.error)}
        </p>
      </div>
      <p className={styles.actions}>
        {canRetry ? (
          <button
            type="button"
            className={button.button}
            disabled={change.isPending}
            aria-label={t("importer.queue.retryOf", { id })}
            onClick={() => change.mutate("retry")}
          >
            {t("importer.queue.retry")}
          </button>
        ) : null}
        {data.finished_at === null ? (
          <button
            type="button"
            className={button.button}
            disabled={change.isPending}
            aria-label={t("importer.queue.cancelOf", { id })}
            onClick={() => change.mutate("cancel")}
          >
            {t("importer.queue.cancel")}
          </button>
        ) : null}
      </p>
    </li>
  );
}
