import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SharePage as Share, ShareFile } from "#shared/entities/share.ts";
import { fileKind } from "#shared/rules/file-types.ts";
import { extensionOf, filePath } from "#shared/rules/files.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { previewAddress } from "../../../lib/addresses.ts";
import { fileAddress } from "../../../lib/file-address.ts";
import { addDownloadToOwned } from "../../../offline/owned-files/owned-files.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Html } from "../../../ui/Html.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import { shareQuery } from "./api.ts";
import styles from "./SharePage.module.css";

/** Pseudo-service of uploads for content warnings: shown only if media of every service is shown. */
const UPLOAD = "upload";
const SKELETONS = [0, 1, 2];

/** `/share` without an id: an error message. */
export function ShareIdRequired() {
  return (
    <div className={page.page}>
      <PageHeading title={t("shares.title")} />
      <EmptyState message={t("shares.idRequired")} />
    </div>
  );
}

/** `/share/:id`: one upload and its files. */
export function SharePage({ id }: { id: string }) {
  const { data: share, error, refetch } = useQuery(shareQuery(id));
  if (error !== null && share === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  if (share === undefined) {
    return (
      <div className={page.page} role="status" aria-label={t("shares.loadingOne")}>
        <div className={`${styles.ghostTitle} ${page.skeleton}`} />
        <div className={styles.files}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
          ))}
        </div>
      </div>
    );
  }
  return <ShareView share={share} />;
}

function ShareView({ share }: { share: Share }) {
  const name = share.name.trim() || t("shares.untitled");
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={name}>
          <span dir="auto">{name}</span>
        </PageHeading>
        <p className={page.note}>
          {t("shares.added")} <DateText iso={share.added} />
        </p>
      </header>
      {share.description.trim() === "" ? null : <Html html={share.description} />}
      <section className={page.page} aria-labelledby="share-files">
        <h2 id="share-files">{t("shares.files", { count: share.share_files.length })}</h2>
        {share.share_files.length === 0 ? (
          <EmptyState />
        ) : (
          <ul className={styles.files}>
            {share.share_files.map((file, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an upload may hold the same file twice
              <li key={`${file.hash}-${at}`}>
                <FileRow file={file} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function FileRow({ file }: { file: ShareFile }) {
  const stored = { name: file.filename, path: filePath(file.hash, file.ext) };
  const kind = fileKind(stored);
  const isShown = hasThumbnail(stored.path);
  const extension = (extensionOf(file.filename) || file.ext).slice(1);
  return (
    <article className={styles.file}>
      <span className={styles.thumb} data-cover={isShown ? UPLOAD : undefined}>
        {isShown ? (
          <img
            src={previewAddress(stored.path, 360)}
            alt=""
            width={72}
            height={72}
            loading="lazy"
            decoding="async"
          />
        ) : (
          <Icon name={kind === "audio" ? "sound" : "file"} size={26} />
        )}
        {isShown ? <CoverSign service={UPLOAD} /> : null}
      </span>
      <div className={styles.about}>
        <h3 className={styles.name} dir="auto">
          {file.filename || file.hash}
        </h3>
        {extension === "" ? null : <code className={styles.extension}>{extension}</code>}
      </div>
      <p className={styles.actions}>
        <a
          className={styles.action}
          href={fileAddress(stored)}
          download={file.filename}
          onClick={() => addDownloadToOwned(stored)}
        >
          <Icon name="download" size={18} />
          {t("shares.download")}
        </a>
        {kind === "archive" ? (
          <Link className={styles.action} to="/file/{-$hash}" params={{ hash: file.hash }}>
            <Icon name="search" size={18} />
            {t("shares.viewContents")}
          </Link>
        ) : null}
      </p>
    </article>
  );
}
