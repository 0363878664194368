import { useEffect, useState } from "react";
import { t } from "../../../i18n/index.ts";
import type { QueuedAction } from "../../../offline/db/records.ts";
import { discardAction, retryAction, watchQueue } from "../../../offline/queue/queue.ts";
import button from "../../../ui/Button.module.css";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import styles from "./QueueList.module.css";

/** Queued actions and those the server rejected. Nothing if the queue is empty. */
export function QueueList() {
  const [actions, setActions] = useState<QueuedAction[]>([]);
  useEffect(() => watchQueue(setActions), []);
  if (actions.length === 0) return null;
  const refused = actions.filter((action) => action.refused !== undefined);
  return (
    <SettingsSection title={t("queue.title")} note={t("queue.note")}>
      <p>{t("queue.waiting", { count: actions.length - refused.length })}</p>
      {refused.length === 0 ? null : (
        <section aria-labelledby="queue-refused">
          <h3 id="queue-refused">{t("queue.refused")}</h3>
          <ul className={styles.list}>
            {refused.map((action) => (
              <Refused key={action.seq} action={action} />
            ))}
          </ul>
        </section>
      )}
    </SettingsSection>
  );
}

function Refused({ action: { seq = 0, method, address, refused } }: { action: QueuedAction }) {
  return (
    <li className={styles.item}>
      <code dir="ltr">
        {method} {address}
      </code>
      <span>{refused}</span>
      <span className={styles.buttons}>
        <button type="button" className={button.button} onClick={() => void retryAction(seq)}>
          {t("queue.retry")}
        </button>
        <button type="button" className={button.button} onClick={() => void discardAction(seq)}>
          {t("queue.discard")}
        </button>
      </span>
    </li>
  );
}
