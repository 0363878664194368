import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { LARGE_ENTRY } from "#shared/contracts/files.ts";
import type { FileRef } from "#shared/entities/file.ts";
import { kindOf } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";
import { HttpError } from "../../../api/errors.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { mediaPreload } from "../../../lib/data-saver.ts";
import { fileAddress } from "../../../lib/file-address.ts";
import { errorCause, type MediaFault } from "../../../lib/media-fault.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Film, faultText } from "../../../ui/Film.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import page from "../../../ui/Page.module.css";
import { usePlayer } from "../../listening/use-player.ts";
import { Covered } from "../../reading/content-warning/Covered.tsx";
import { entryTextQuery } from "./api.ts";
import styles from "./EntryDialog.module.css";
import type { ListedFile } from "./tree.ts";

interface EntryDialogProps {
  /** See `entryPath`. */
  path: string;
  entry: ListedFile;
  /** Shows an archive file inside of the other; null for files that are none. */
  renderInner: ((file: FileRef) => ReactNode) | undefined;
  /** For content warnings. */
  service: string;
  onClose: () => void;
}

/** A file inside an archive file that is no page: plays, opens, is readable as text, or can be downloaded. */
export function EntryDialog({ path, entry, renderInner, service, onClose }: EntryDialogProps) {
  const name = entry.name.split(/[\\/]/).at(-1) ?? "";
  const file = { name, path };
  return (
    <Dialog
      className={styles.entry}
      title={<bdi>{name}</bdi>}
      titleDir="auto"
      closeLabel={t("archiveFile.close")}
      onClose={onClose}
    >
      {renderInner?.(file) ?? <Content file={file} service={service} />}
      <a className={`${button.button} ${styles.download}`} href={fileAddress(file)} download={name}>
        <Icon name="download" size={18} />
        {t("archiveFile.download")}
      </a>
    </Dialog>
  );
}

function Content({ file, service }: { file: FileRef; service: string }) {
  const kind = kindOf(extensionOf(file.name));
  if (kind === "video" || kind === "image")
    return (
      <div className={styles.media}>
        <Covered service={service} name={file.name}>
          {kind === "video" ? <Video file={file} /> : <img src={fileAddress(file)} alt={file.name} />}
        </Covered>
      </div>
    );
  return kind === "audio" ? <Sound file={file} /> : <Text path={file.path} />;
}

/** A separate component, as it is not rendered while covered. */
function Video({ file }: { file: FileRef }) {
  const player = useRef<HTMLVideoElement>(null);
  usePlayer(player, file.path, file.path);
  return <Film ref={player} file={file} name={file.name} />;
}

function Sound({ file }: { file: FileRef }) {
  const player = useRef<HTMLAudioElement>(null);
  const [fault, setFault] = useState<MediaFault>();
  usePlayer(player, file.path, file.path);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: files of others have no captions */}
      <audio
        ref={player}
        className={styles.sound}
        controls
        preload={mediaPreload()}
        src={fileAddress(file)}
        aria-label={file.name}
        onError={({ currentTarget }) => void errorCause(currentTarget).then(setFault)}
      />
      {fault === undefined ? null : <p role="alert">{faultText(fault)}</p>}
    </>
  );
}

function Text({ path }: { path: string }) {
  const { data, error, refetch } = useQuery(entryTextQuery(path));
  if (error instanceof HttpError && error.status === 422)
    return (
      <p role="alert">
        {t(error.message === LARGE_ENTRY ? "archiveFile.largeEntry" : "archiveFile.unreadableEntry")}
      </p>
    );
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <p className={page.note} role="status">
        {t("archiveFile.loadingEntry")}
      </p>
    );
  if (data.text === null) return <p>{t("archiveFile.notShown")}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
      <pre className={styles.text} dir="auto" tabIndex={0}>
        {data.text}
      </pre>
      {data.isCut ? <p className={page.note}>{t("archiveFile.textCut")}</p> : null}
    </>
  );
}
