import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { entryPath, innerPath } from "#shared/rules/files.ts";
import { t } from "../../../i18n/index.ts";
import { useOnline } from "../../../lib/online.ts";
import { answerWorker } from "../../../offline/archives/answer-worker.ts";
import page from "../../../ui/Page.module.css";
import { archivePartsIn, hashQuery } from "../../search/hash-search/api.ts";
import { useViewer } from "../viewer/use-viewer.tsx";
import { Album } from "./Album.tsx";
import { isSavedQuery } from "./api.ts";
import { EntryDialog } from "./EntryDialog.tsx";
import { type Contained, pagesOf } from "./entries.ts";
import { FileTree } from "./FileTree.tsx";
import type { ListedFile } from "./tree.ts";

/** Parts of the archive that a file belongs to; undefined for a whole one. @param mayBePart avoids a request if false */
export function useArchiveParts(hash: string, mayBePart = true) {
  const { data } = useQuery({ ...hashQuery(hash), enabled: mayBePart });
  return data === undefined ? undefined : archivePartsIn(data, hash);
}

/** True while there is no connection, if the archive file is not saved on this device. */
function useIsOutOfReach(hash: string): boolean {
  const isOnline = useOnline();
  const { data } = useQuery({ ...isSavedQuery(hash), enabled: !isOnline });
  return !isOnline && data === false;
}

/** Service of the newest post or message that uses the file; "" if unknown. */
export function useService(hash: string): string {
  const { data } = useQuery(hashQuery(hash));
  return data?.posts[0]?.service ?? (data?.discord_posts.length ? "discord" : "");
}

export interface ContentsProps {
  archive: Contained;
  /** SHA-256 of the archive file. */
  hash: string;
  /** See `EntryDialog`; without it, archive files inside are files to download. */
  renderInner?: (file: FileRef) => ReactNode;
  /** Its index in the archive file with this hash, if it is inside of that. */
  within?: number;
  files: ListedFile[];
  label: string;
  parts: ReturnType<typeof useArchiveParts>;
  /** For content warnings. */
  service: string;
}

/** Files inside of an archive file, which open unless it is locked, and which part of it this file is. */
export function Contents({
  archive,
  hash,
  within,
  renderInner,
  files,
  label,
  parts,
  service,
}: ContentsProps): ReactNode {
  useLayoutEffect(answerWorker, []);
  const isOut = useIsOutOfReach(hash);
  const isMissing = parts?.isComplete === false;
  const isLocked = archive.password === null;
  const pathOf = useCallback(
    (index: number) =>
      within === undefined ? entryPath(hash, index) : innerPath(entryPath(hash, within), index),
    [hash, within],
  );
  const pages = useMemo(() => (isLocked ? [] : pagesOf(archive, pathOf)), [archive, isLocked, pathOf]);
  const viewer = useViewer(pages, service);
  const [shown, setShown] = useState<ListedFile>();
  const show = (index: number) => {
    const path = pathOf(index);
    if (pages.some((image) => image.path === path)) viewer.open(path);
    else setShown(files[index]);
  };
  return (
    <>
      {parts === undefined ? null : (
        <p className={page.note} dir="auto">
          {t("archiveFile.part", { number: parts.number, total: parts.total, archive: parts.archive })}
        </p>
      )}
      {isOut && files.length > 0 && !isLocked ? (
        <p className={page.note} role="status">
          {t("archiveFile.notSaved")}
        </p>
      ) : null}
      <Album pages={pages} service={service} onView={viewer.open} />
      {files.length > 0 ? (
        <FileTree files={files} label={label} onShow={isLocked || isMissing ? undefined : show} />
      ) : (
        <p className={page.note}>{t(isMissing ? "archiveFile.partsMissing" : "archiveFile.empty")}</p>
      )}
      {viewer.element}
      {shown === undefined ? null : (
        <EntryDialog
          path={pathOf(shown.index)}
          entry={shown}
          renderInner={renderInner}
          service={service}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
