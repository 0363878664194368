import { Link } from "@tanstack/react-router";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Contradictions } from "./Contradictions.tsx";
import styles from "./Downloads.module.css";
import { Problems } from "./Problems.tsx";

/** Result of an import: imported and skipped content. */
export function ImportResult({
  data,
  isBusy,
  onRepeat,
}: {
  data: DownloadImport;
  isBusy: boolean;
  onRepeat: () => void;
}) {
  const { state, result, error } = data;
  const title = t("downloads.state", { state });
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {state === "failed" ? <p className={styles.problem}>{error ?? ""}</p> : null}
      {result === null ? null : (
        <p role="status">
          {t("downloads.result", {
            creators: result.added["creators"] ?? 0,
            posts: result.added["posts"] ?? 0,
            changed: result.changed["posts"] ?? 0,
            files: result.files_stored,
          })}
        </p>
      )}
      <Problems data={data} />
      {result === null ? null : <Contradictions result={result} />}
      {state === "failed" && data.preview !== null ? (
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          disabled={isBusy}
          onClick={onRepeat}
        >
          {t("downloads.tryAgain")}
        </button>
      ) : null}
      {result === null ? null : (
        <p>
          <Link to="/posts" className={`${button.button} ${button.primary}`}>
            {t("downloads.toPosts")}
          </Link>
        </p>
      )}
    </section>
  );
}
