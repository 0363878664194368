import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { entryPath } from "#shared/rules/files.ts";
import { t } from "../../../i18n/index.ts";
import page from "../../../ui/Page.module.css";
import { archivePartsIn, hashQuery } from "../../search/hash-search/api.ts";
import { useViewer } from "../viewer/use-viewer.tsx";
import { Album } from "./Album.tsx";
import { EntryDialog } from "./EntryDialog.tsx";
import { pagesOf } from "./entries.ts";
import { FileTree } from "./FileTree.tsx";
import type { ListedFile } from "./tree.ts";

/** Parts of the archive that a file belongs to; undefined for a whole one. @param mayBePart avoids a request if false */
export function useArchiveParts(hash: string, mayBePart = true) {
  const { data } = useQuery({ ...hashQuery(hash), enabled: mayBePart });
  return data === undefined ? undefined : archivePartsIn(data, hash);
}

/** Service of the newest post or message that uses the file; "" if unknown. */
export function useService(hash: string): string {
  const { data } = useQuery(hashQuery(hash));
  return data?.posts[0]?.service ?? (data?.discord_posts.length ? "discord" : "");
}

export interface ContentsProps {
  archive: ArchiveFile;
  files: ListedFile[];
  label: string;
  parts: ReturnType<typeof useArchiveParts>;
  /** For content warnings. */
  service: string;
}

/** Files inside of an archive file, which open unless it is locked, and which part of it this file is. */
export function Contents({ archive, files, label, parts, service }: ContentsProps): ReactNode {
  const isMissing = parts?.isComplete === false;
  const isLocked = archive.password === null;
  const pages = useMemo(() => (isLocked ? [] : pagesOf(archive)), [archive, isLocked]);
  const viewer = useViewer(pages, service);
  const [shown, setShown] = useState<ListedFile>();
  const show = (index: number) => {
    const path = entryPath(archive.file.hash, index);
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
      <Album pages={pages} service={service} onView={viewer.open} />
      {files.length > 0 ? (
        <FileTree files={files} label={label} onShow={isLocked || isMissing ? undefined : show} />
      ) : (
        <p className={page.note}>{t(isMissing ? "archiveFile.partsMissing" : "archiveFile.empty")}</p>
      )}
      {viewer.element}
      {shown === undefined ? null : (
        <EntryDialog
          hash={archive.file.hash}
          entry={shown}
          service={service}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
