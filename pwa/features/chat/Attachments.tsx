import { Link } from "@tanstack/react-router";
import type { FileRef } from "#shared/entities/file.ts";
import { fileKind } from "#shared/rules/file-types.ts";
import { extensionOf, hashOfPath } from "#shared/rules/files.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { t } from "../../i18n/index.ts";
import { previewAddress } from "../../lib/addresses.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { addDownloadToOwned } from "../../offline/owned-files/owned-files.ts";
import { Film } from "../../ui/Film.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Covered } from "../reading/content-warning/Covered.tsx";
import { CoverSign } from "../reading/content-warning/HiddenMedia.tsx";
import styles from "./Attachments.module.css";

/** Files of a message: images and videos inline, archive files with a link to their contents, others to download. */
export function Attachments({ files, service }: { files: readonly FileRef[]; service: string }) {
  const known = files.filter(({ path }) => hashOfPath(path) !== undefined);
  if (known.length === 0) return null;
  return (
    <ul className={styles.list}>
      {known.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message may hold the same file twice
        <li key={`${file.path}-${at}`}>
          <Attachment file={file} service={service} />
        </li>
      ))}
    </ul>
  );
}

function Attachment({ file, service }: { file: FileRef; service: string }) {
  const name = file.name || t("chat.file");
  const kind = fileKind(file);
  if (hasThumbnail(file.path)) {
    return (
      <a
        className={styles.picture}
        href={fileAddress(file)}
        target="_blank"
        rel="noopener"
        data-cover={service}
      >
        <img
          src={previewAddress(file.path, 800)}
          alt={t("chat.openImage", { name })}
          width={400}
          height={300}
          loading="lazy"
          decoding="async"
        />
        <CoverSign service={service} label={t("list.showMedia")} />
      </a>
    );
  }
  if (kind === "video") {
    return (
      <Covered service={service} name={name}>
        <Film
          className={styles.video}
          width={400}
          height={300}
          file={file}
          name={name}
          onDownload={() => addDownloadToOwned(file)}
        />
      </Covered>
    );
  }
  return <Download file={file} name={name} isArchive={kind === "archive"} />;
}

function Download({ file, name, isArchive }: { file: FileRef; name: string; isArchive: boolean }) {
  const extension = (extensionOf(file.name) || extensionOf(file.path)).slice(1);
  const hash = hashOfPath(file.path);
  return (
    <p className={styles.file}>
      <a href={fileAddress(file)} download={name} onClick={() => addDownloadToOwned(file)}>
        <Icon name="download" size={18} />
        <span dir="auto">{name}</span>
      </a>
      {extension === "" ? null : <code>{extension}</code>}
      {isArchive && hash !== undefined ? (
        <Link to="/file/{-$hash}" params={{ hash }}>
          {t("chat.viewContents")}
        </Link>
      ) : null}
    </p>
  );
}
