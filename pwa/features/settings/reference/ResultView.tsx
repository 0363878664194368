import { formatNumber, t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { CodeBox } from "./CodeBox.tsx";
import type { Result } from "./request.ts";
import styles from "./TryIt.module.css";

/** What came back: status, time, the relevant headers, and the text. */
export function ResultView({ result }: { result: Result }) {
  const { status, statusText, milliseconds, headers, text, note } = result;
  return (
    <div className={styles.result}>
      <p className={styles.status} role="status" data-good={status < 400}>
        <Rich
          id="reference.status"
          values={{ status: `${status} ${statusText}`, ms: formatNumber(milliseconds) }}
          tags={{ status: (text) => <strong translate="no">{text}</strong> }}
        />
      </p>
      <dl className={styles.headers} dir="ltr" translate="no">
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {text === "" ? null : <CodeBox text={text} label={t("reference.result")} wraps />}
    </div>
  );
}
