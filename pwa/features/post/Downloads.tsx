import { Suspense, useId, useState } from "react";
import type { RootAttachment } from "#shared/entities/post.ts";
import { kindOf } from "#shared/rules/file-types.ts";
import { serviceInfoOf } from "#shared/services/index.ts";
import { t } from "../../i18n/index.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { addDownloadToOwned } from "../../offline/owned-files/owned-files.ts";
import { Icon } from "../../ui/Icon.tsx";
import { AudioPlayer } from "./AudioPlayer.tsx";
import { ArchiveInside } from "./archive-file/lazy.ts";
import tools from "./FileTools.module.css";
import { FileSize, FileTools, FileType } from "./FileTools.tsx";
import { type Folded, foldByHash, isListedArchive } from "./folded.ts";
import styles from "./Media.module.css";
import type { PlayedFrom } from "./media-session.ts";
import { Section } from "./Section.tsx";

export interface DownloadsProps {
  service: string;
  from: PlayedFrom;
  attachments: RootAttachment[];
  /** Videos, which have their own players. */
  videos: readonly { path: string }[];
  /** Key of the post's playback position. */
  memory: string;
}

/** Files other than images and videos, without duplicates: audio in a player, the others as downloads. */
export function Downloads({ service, from, attachments, videos, memory }: DownloadsProps) {
  const played = new Set(videos.map(({ path }) => path));
  const files = foldByHash(attachments).filter(({ file }) => !played.has(file.path));
  if (files.length === 0) return null;
  const tracks = files.filter(({ file }) => isAudio(file));
  const downloads = files.filter(({ file }) => !isAudio(file));
  return (
    <Section title={t("post.downloads")}>
      {serviceInfoOf(service)?.splitsDownloads && files.length > 1 ? (
        <p className={styles.hint}>{t("post.split")}</p>
      ) : null}
      {tracks.length === 0 ? null : <AudioPlayer tracks={tracks} from={from} memory={memory} />}
      {downloads.length === 0 ? null : (
        <ul className={styles.files}>
          {downloads.map((file) => (
            <Download key={file.file.path} folded={file} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Download({ folded: { file, count } }: { folded: Folded<RootAttachment> }) {
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
        <FileTools file={file} isRow />
      </div>
      {isOpen ? (
        <div id={inside} className={styles.inside}>
          <Suspense fallback={<p role="status">{t("archiveFile.loading")}</p>}>
            <ArchiveInside hash={stem} name={name} />
          </Suspense>
        </div>
      ) : null}
    </li>
  );
}

function isAudio(file: RootAttachment): boolean {
  return kindOf(file.name_extension || file.extension) === "audio";
}
