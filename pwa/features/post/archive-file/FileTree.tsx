import { useDeferredValue, useMemo, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import button from "../../../ui/Button.module.css";
import page from "../../../ui/Page.module.css";
import styles from "./FileTree.module.css";
import { TreeRows } from "./TreeRows.tsx";
import { filterFiles, type ListedFile, treeOf } from "./tree.ts";

/** Folders are expanded in archive files up to this many files. */
const OPEN_UP_TO = 200;
/** Minimum number of files with a filter. */
const MIN_FILTERED = 8;

interface FileTreeProps {
  files: readonly ListedFile[];
  label: string;
  /** Called with the index of a file that is to be shown; undefined if none can be. */
  onShow: ((index: number) => void) | undefined;
}

/** The files in an archive as a tree, with a filter and their total size. */
export function FileTree({ files, label, onShow }: FileTreeProps) {
  const [filter, setFilter] = useState("");
  const words = useDeferredValue(filter);
  const found = useMemo(() => filterFiles(files, words), [files, words]);
  const root = useMemo(() => treeOf(found), [found]);
  return (
    <div className={styles.box}>
      {files.length < MIN_FILTERED && filter === "" ? null : (
        <label className={button.label}>
          {t("archiveFile.filter")}
          <input
            className={button.field}
            type="search"
            autoComplete="off"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
      )}
      <p className={page.note} role="status">
        {found.length === files.length
          ? t("archiveFile.count", { count: files.length })
          : t("archiveFile.found", { count: found.length, total: files.length })}
        {root.bytes === null || found.length === 0 ? null : ` · ${formatSize(root.bytes)}`}
      </p>
      {found.length === 0 ? (
        <p>{t("archiveFile.noMatch")}</p>
      ) : (
        <TreeRows
          key={words}
          root={root}
          label={label}
          isOpenAtFirst={found.length <= OPEN_UP_TO}
          onShow={onShow}
        />
      )}
    </div>
  );
}
