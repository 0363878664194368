import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import type { ChosenFolder } from "../../../lib/chosen-files.ts";
import { deviceZone } from "../../../lib/device-zone.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { refusalText } from "../../account/messages.ts";
import { DOWNLOADS_KEY, downloadsQuery } from "./api.ts";
import styles from "./Downloads.module.css";
import { FolderDrop } from "./FolderDrop.tsx";
import { sender } from "./sender.ts";

/** `/account/administrator/downloads`: starts an import by dropping a folder, and lists earlier imports. */
export function DownloadsPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [problem, setProblem] = useState<unknown>();
  const send = async (chosen: ChosenFolder) => {
    setProblem(undefined);
    try {
      const id = await sender.send(chosen, deviceZone());
      void client.invalidateQueries({ queryKey: DOWNLOADS_KEY });
      await navigate({ to: "/account/administrator/downloads/$download", params: { download: id } });
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("downloads.title")} />
        <p className={page.note}>{t("downloads.note")}</p>
      </header>
      <FolderDrop onChosen={(chosen) => void send(chosen)} />
      <p className={styles.problem} role="alert">
        {problem === undefined ? null : refusalText(problem)}
      </p>
      <section className={styles.part}>
        <h2>{t("downloads.latest")}</h2>
        <Latest />
      </section>
    </div>
  );
}

function Latest() {
  const { data, error, refetch } = useQuery(downloadsQuery());
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status" aria-label={t("downloads.loading")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  if (data.length === 0) return <EmptyState message={t("downloads.none")} />;
  return (
    <ul className={styles.list}>
      {data.map(({ id, state, created_at: createdAt, preview }) => (
        <li key={id}>
          <Link
            to="/account/administrator/downloads/$download"
            params={{ download: id }}
            preload={false}
            className={styles.row}
          >
            <DateText iso={createdAt} show="moment" />
            <span className={styles.soft}>{t("downloads.state", { state })}</span>
            {preview === null ? null : (
              <span className={styles.soft}>
                {t("downloads.counts", {
                  creators: preview.creators,
                  posts: preview.posts,
                  files: preview.files,
                })}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
