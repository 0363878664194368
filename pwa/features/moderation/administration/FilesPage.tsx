import { useQuery } from "@tanstack/react-query";
import type { DamagedFile, Scrub } from "#shared/entities/damaged-file.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import styles from "./Administration.module.css";
import { damagedFilesQuery } from "./api.ts";

/** `/account/administrator/files`: the regular check of stored files, and what it found. */
export function FilesPage({ o }: { o: string | undefined }) {
  const query = useQuery(damagedFilesQuery(o));
  return (
    <div className={page.page}>
      <PageHeading title={t("administration.files")} />
      <Loaded query={query} label={t("administration.loadingFiles")} skeleton={styles.ghost}>
        {({ count, files, scrub }) => (
          <>
            <ScrubNote scrub={scrub} />
            {count === 0 ? (
              <EmptyState isDone message={t("administration.filesRight")} />
            ) : (
              <>
                <p className={styles.soft}>
                  {t(scrub.repairs ? "administration.repairs" : "administration.noRepairs")}
                </p>
                <ul className={styles.list}>
                  {files.map((file) => (
                    <DamagedRow key={file.path} file={file} />
                  ))}
                </ul>
                <Paginator offset={offsetNumber(o)} count={count} label={t("administration.filePages")} />
              </>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function ScrubNote({ scrub: { days, checked, total, finished_at } }: { scrub: Scrub }) {
  if (days === 0) return <p className={styles.soft}>{t("administration.scrubOff")}</p>;
  return (
    <>
      <p className={styles.soft}>{t("administration.scrubProgress", { checked, total, days })}</p>
      <p className={styles.soft}>
        {finished_at === null ? (
          t("administration.scrubNever")
        ) : (
          <>
            {t("administration.scrubFinished")} <DateText iso={finished_at} show="moment" />
          </>
        )}
      </p>
    </>
  );
}

function DamagedRow({ file: { path, fault, found_at } }: { file: DamagedFile }) {
  return (
    <li className={styles.row}>
      <span>{t("administration.fileFault", { fault })}</span>
      <code className={`${styles.soft} ${styles.path}`} translate="no">
        {path}
      </code>
      <span className={styles.soft}>
        <DateText iso={found_at} show="moment" />
      </span>
    </li>
  );
}
