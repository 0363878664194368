import { Suspense, useId, useState } from "react";
import type { RootAttachment } from "#shared/entities/post.ts";
import { readerOf } from "#shared/rules/file-types.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { serviceInfoOf } from "#shared/services/index.ts";
import { t } from "../../i18n/index.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { addDownloadToOwned } from "../../offline/owned-files/owned-files.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { PlayedFrom } from "../listening/media-session.ts";
import { isAudio } from "../listening/playable.ts";
import { AudioPlayer } from "./AudioPlayer.tsx";
import { ArchiveInside } from "./archive-file/lazy.ts";
import tools from "./FileTools.module.css";
import { FileSize, FileTools, FileType } from "./FileTools.tsx";
import { type Folded, foldByHash, isListedArchive } from "./folded.ts";
import styles from "./Media.module.css";
import { READERS } from "./readers/lazy.ts";
import { Section } from "./Section.tsx";

export interface DownloadsProps {
  post: { service: string; user: string; id: string };
  from: PlayedFrom;
  attachments: RootAttachment[];
  /** Videos, which have their own players. */
  videos: readonly { path: string }[];
}

/** Files other than images and videos, without duplicates: audio in a player, the others as downloads. */
export function Downloads({ post, from, attachments, videos }: DownloadsProps) {
  const played = new Set(videos.map(({ path }) => path));
  const files = foldByHash(attachments).filter(({ file }) => !played.has(file.path));
  if (files.length === 0) return null;
  const tracks = files.filter(({ file }) => isAudio(file));
  const downloads = files.filter(({ file }) => !isAudio(file));
  return (
    <Section title={t("post.downloads")}>
      {serviceInfoOf(post.service)?.splitsDownloads && files.length > 1 ? (
        <p className={styles.hint}>{t("post.split")}</p>
      ) : null}
      {tracks.length === 0 ? null : <AudioPlayer tracks={tracks} post={post} from={from} />}
      {downloads.length === 0 ? null : (
        <ul className={styles.files}>
          {downloads.map((file) => (
            <Download key={file.file.path} folded={file} post={post} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface DownloadProps {
  folded: Folded<RootAttachment>;
  post: DownloadsProps["post"];
}

function Download({ folded: { file, count }, post }: DownloadProps) {
  const { name, stem } = file;
  const [isOpen, setIsOpen] = useState(false);
  const inside = useId();
  return (
    <li className={styles.file}>
      <a
        className={styles.download}
        href={fileAddress(file)}
        download={name}
        onClick={() => addDownloadToOwned(file)}
      >
        <Icon name="file" />
        <span className={styles.fileName} dir="auto">
          {name}
        </span>
        <FileType file={file} count={count} />
        <FileSize path={file.path} />
        <Icon name="download" />
      </a>
      <div className={styles.fileTools}>
        {isListedArchive(name) && stem !== "" ? (
          <button
            type="button"
            className={tools.tool}
            aria-label={t("post.file.contentsLabel", { name })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? inside : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t("post.file.contents")}
          </button>
        ) : null}
        <ReadButton file={file} post={post} />
        <FileTools file={file} isRow />
      </div>
      {isOpen ? (
        <div id={inside} className={styles.inside}>
          <Suspense fallback={<p role="status">{t("archiveFile.loading")}</p>}>
            <ArchiveInside hash={stem} name={name} service={post.service} />
          </Suspense>
        </div>
      ) : null}
    </li>
  );
}

/** Opens a document or book here; nothing for other files. */
function ReadButton({ file, post }: { file: RootAttachment; post: DownloadsProps["post"] }) {
  const [isOpen, setIsOpen] = useState(false);
  const kind = readerOf(file);
  if (kind === undefined) return null;
  const Reader = READERS[kind];
  return (
    <>
      <button
        type="button"
        className={tools.tool}
        aria-haspopup="dialog"
        aria-label={t("post.file.readLabel", { name: file.name })}
        onClick={() => setIsOpen(true)}
      >
        {t("post.file.read")}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Reader file={file} post={postKey(post)} service={post.service} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
