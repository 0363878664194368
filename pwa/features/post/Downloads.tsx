import { Suspense, useId, useState } from "react";
import type { RootAttachment } from "#shared/entities/post.ts";
import { kindOf } from "#shared/rules/files.ts";
import { t } from "../../i18n/index.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { addDownloadToOwned } from "../../offline/owned-files/owned-files.ts";
import { Icon } from "../../ui/Icon.tsx";
import { ArchiveInside } from "../archive-file/public.ts";
import { AudioPlayer } from "./AudioPlayer.tsx";
import tools from "./FileTools.module.css";
import { FileTools, FileType } from "./FileTools.tsx";
import { type Folded, foldByHash, isListedArchive } from "./folded.ts";
import styles from "./Media.module.css";
import { Section } from "./Section.tsx";

export interface DownloadsProps {
  service: string;
  attachments: RootAttachment[];
  /** Names the post, for the place its playlist goes on from. */
  memory: string;
}

/** Every file that is not an image; sound can be played in place. */
export function Downloads({ service, attachments, memory }: DownloadsProps) {
  if (attachments.length === 0) return null;
  const files = foldByHash(attachments);
  const tracks = files.map(({ file }) => file).filter(isAudio);
  return (
    <Section title={t("post.downloads")}>
      {service === "dlsite" && files.length > 1 ? <p className={styles.hint}>{t("post.split")}</p> : null}
      {tracks.length === 0 ? null : <AudioPlayer tracks={tracks} memory={memory} />}
      <ul className={styles.files}>
        {files.map((file) => (
          <Download key={file.file.path} folded={file} />
        ))}
      </ul>
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
        <Icon name={isAudio(file) ? "sound" : "file"} />
        <span className={styles.fileName} dir="auto">
          {name}
        </span>
        <FileType file={file} count={count} />
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
        <FileTools file={file} />
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
