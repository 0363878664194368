import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { kindOf } from "#shared/rules/file-types.ts";
import { filePath } from "#shared/rules/files.ts";
import { HttpError } from "../../../api/errors.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { fileAddress } from "../../../lib/file-address.ts";
import { formatSize } from "../../../lib/sizes.ts";
import { addToOwned } from "../../../offline/owned-files/owned-files.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { fileNameIn, hashQuery } from "../../search/hash-search/api.ts";
import { Uses } from "../../search/hash-search/Uses.tsx";
import styles from "./ArchivePage.module.css";
import { archiveQuery, isHash } from "./api.ts";
import { Contents, useArchiveParts, useService } from "./Contents.tsx";
import { CopyText } from "./CopyText.tsx";
import { listedFiles } from "./entries.ts";
import { innerOf } from "./Inner.tsx";
import { Password } from "./Password.tsx";

/** `/file/:hash`: contents of an archive file, and its password or a form to enter one. */
export function ArchivePage({ hash }: { hash: string | undefined }) {
  const { data, error, refetch } = useQuery(archiveQuery(hash ?? ""));
  const problem =
    hash === undefined
      ? t("archiveFile.hashRequired")
      : isHash(hash)
        ? undefined
        : t("archiveFile.invalidHash");
  return (
    <div className={page.page}>
      <header className={page.head}>
        {data === undefined ? (
          <PageHeading title={t("archiveFile.title")} />
        ) : (
          <FileHeading hash={data.file.hash} />
        )}
      </header>
      {problem !== undefined ? (
        <EmptyState message={problem} />
      ) : error instanceof HttpError && error.status === 404 ? (
        <EmptyState message={t("archiveFile.notFound")} />
      ) : error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={styles.columns} role="status" aria-label={t("archiveFile.loading")}>
          <div className={`${styles.ghost} ${page.skeleton}`} />
          <div className={`${styles.ghost} ${page.skeleton}`} />
        </div>
      ) : (
        <Archive archive={data} />
      )}
    </div>
  );
}

/** Heading: the file's name in the newest post, as stored files have no name. */
function FileHeading({ hash }: { hash: string }) {
  const { data } = useQuery(hashQuery(hash));
  const name = data === undefined ? undefined : fileNameIn(data, hash);
  if (name === undefined) return <PageHeading title={t("archiveFile.title")} />;
  return (
    <PageHeading title={name}>
      <bdi className={styles.name}>{name}</bdi>
    </PageHeading>
  );
}

function Archive({ archive }: { archive: ArchiveFile }) {
  const { file } = archive;
  const files = useMemo(() => listedFiles(archive), [archive]);
  const parts = useArchiveParts(file.hash);
  const service = useService(file.hash);
  const kind = kindOf(file.ext);
  const isArchive = kind === undefined || kind === "archive";
  const uses = (
    <section className={styles.uses} aria-labelledby="archive-uses">
      <h3 id="archive-uses">{t("archiveFile.uses")}</h3>
      <Uses hash={file.hash} />
    </section>
  );
  return (
    <div className={styles.columns}>
      <section className={styles.panel} aria-labelledby="archive-about">
        <h2 id="archive-about">{t("archiveFile.about")}</h2>
        <Facts file={file} />
        <a
          className={`${button.button} ${styles.download}`}
          href={fileAddress({ name: "", path: filePath(file.hash, file.ext) })}
          download=""
          onClick={() => addToOwned([file.hash])}
        >
          <Icon name="download" size={18} />
          {t("archiveFile.download")}
        </a>
        {isArchive && (files.length > 0 || parts?.isComplete !== false) ? (
          <Password archive={archive} />
        ) : null}
        {isArchive ? uses : null}
      </section>
      {isArchive ? (
        <section className={styles.panel} aria-labelledby="archive-files">
          <h2 id="archive-files">{t("archiveFile.files")}</h2>
          <Contents
            archive={archive}
            hash={archive.file.hash}
            renderInner={innerOf(archive.password, service)}
            files={files}
            label={t("archiveFile.files")}
            parts={parts}
            service={service}
          />
        </section>
      ) : (
        <div className={styles.panel}>{uses}</div>
      )}
    </div>
  );
}

function Facts({ file }: { file: ArchiveFile["file"] }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t("archiveFile.hash")}</dt>
        <dd className={styles.hash}>
          <code>{file.hash}</code>
          <CopyText text={file.hash} label={t("archiveFile.copyHash")} />
        </dd>
      </div>
      <div>
        <dt>{t("archiveFile.size")}</dt>
        <dd translate="no">{formatSize(file.size)}</dd>
      </div>
      <div>
        <dt>{t("archiveFile.type")}</dt>
        <dd>
          <code>{file.mime || file.ext}</code>
        </dd>
      </div>
      <div>
        <dt>{t("archiveFile.added")}</dt>
        <dd>
          <DateText iso={file.added} />
        </dd>
      </div>
    </dl>
  );
}
