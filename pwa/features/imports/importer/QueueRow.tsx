import { useMutation, useQueryClient } from "@tanstack/react-query";
import { pauseImports } from "#shared/contracts/importer.ts";
import type { QueueOfService } from "#shared/entities/import.ts";
import { serviceInfo } from "#shared/services/index.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { formatDuration } from "../../../lib/durations.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import badge from "../../../ui/Badge.module.css";
import button from "../../../ui/Button.module.css";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { IMPORTS_KEY } from "./api.ts";
import styles from "./Importer.module.css";
import { refusalText } from "./messages.ts";

/** The queue of one service, which can be paused. */
export function QueueRow({ queue }: { queue: QueueOfService }) {
  const { service, connector, paused, oldest_seconds: oldest } = queue;
  const client = useQueryClient();
  const pause = useMutation({
    mutationFn: () => call(pauseImports, { params: { service }, body: { paused: !paused } }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: IMPORTS_KEY }),
  });
  const facts = [
    t("importer.queue.now", { queued: queue.queued, running: queue.running }),
    oldest === null ? "" : t("importer.queue.oldest", { time: formatDuration(oldest) }),
  ];
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p>
          <ServiceMark service={service} />{" "}
          {paused ? <span className={badge.badge}>{t("importer.queue.paused")}</span> : null}{" "}
          {connector === null ? (
            <span className={badge.badge}>{t("importer.queue.noConnector")}</span>
          ) : (
            <bdi className={styles.soft} translate="no">
              {connector}
            </bdi>
          )}
        </p>
        <p>{facts.filter((fact) => fact !== "").join(" · ")}</p>
        <p className={styles.soft}>
          {t("importer.queue.day", {
            done: queue.done,
            failed: queue.failed,
            invalid: queue.invalid_key,
            canceled: queue.canceled,
            added: queue.added,
          })}
        </p>
        <p className={styles.problem} role="alert">
          {pause.error === null ? null : refusalText(pause.error)}
        </p>
      </div>
      <button
        type="button"
        className={button.button}
        disabled={pause.isPending}
        aria-label={t(paused ? "importer.queue.resumeOf" : "importer.queue.pauseOf", {
          service: serviceInfo(service).title,
        })}
        onClick={() => pause.mutate()}
      >
        {t(paused ? "importer.queue.resume" : "importer.queue.pause")}
      </button>
    </li>
  );
}
