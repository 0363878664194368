import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../../../i18n/index.ts";
import page from "../../../ui/Page.module.css";
import { archivePartsIn, hashQuery } from "../../search/hash-search/api.ts";
import { FileTree } from "./FileTree.tsx";
import type { ListedFile } from "./tree.ts";

/** Parts of the archive that a file belongs to; undefined for a whole one. @param mayBePart avoids a request if false */
export function useArchiveParts(hash: string, mayBePart = true) {
  const { data } = useQuery({ ...hashQuery(hash), enabled: mayBePart });
  return data === undefined ? undefined : archivePartsIn(data, hash);
}

/** Files inside of an archive file, and which part of it this file is. */
export function Contents({
  files,
  label,
  parts,
}: {
  files: ListedFile[];
  label: string;
  parts: ReturnType<typeof useArchiveParts>;
}): ReactNode {
  const isMissing = parts?.isComplete === false;
  return (
    <>
      {parts === undefined ? null : (
        <p className={page.note} dir="auto">
          {t("archiveFile.part", { number: parts.number, total: parts.total, archive: parts.archive })}
        </p>
      )}
      {files.length > 0 ? (
        <FileTree files={files} label={label} />
      ) : (
        <p className={page.note}>{t(isMissing ? "archiveFile.partsMissing" : "archiveFile.empty")}</p>
      )}
    </>
  );
}
