import { useDeferredValue, useMemo, useState } from "react";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import page from "../../ui/Page.module.css";
import styles from "./FileTree.module.css";
import { type Folder, filterNames, treeOf } from "./tree.ts";

/** Folders stand open in archives up to this size. */
const OPEN_UP_TO = 200;
/** Rows of one folder at a time: an archive may hold 100,000. */
const STEP = 200;

/** The names in an archive, folder by folder, with a filter. */
export function FileTree({ names }: { names: readonly string[] }) {
  const [filter, setFilter] = useState("");
  const words = useDeferredValue(filter);
  const found = useMemo(() => filterNames(names, words), [names, words]);
  const root = useMemo(() => treeOf(found), [found]);
  return (
    <div className={styles.box}>
      <label className={button.label}>
        {t("archive.filter")}
        <input
          className={button.field}
          type="search"
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </label>
      <p className={page.note} role="status">
        {found.length === names.length
          ? t("archive.count", { count: names.length })
          : t("archive.found", { count: found.length, total: names.length })}
      </p>
      {found.length === 0 ? (
        <p>{t("archive.noMatch")}</p>
      ) : (
        <Rows key={words} folder={root} isOpen={found.length <= OPEN_UP_TO} />
      )}
    </div>
  );
}

function Rows({ folder, isOpen }: { folder: Folder; isOpen: boolean }) {
  const [limit, setLimit] = useState(STEP);
  const files = folder.files.slice(0, limit);
  const folders = folder.folders.slice(0, limit);
  const hidden = folder.files.length - files.length + folder.folders.length - folders.length;
  return (
    <>
      <ul className={styles.rows}>
        {folders.map((one) => (
          <FolderRow key={one.path} folder={one} isOpenAtFirst={isOpen} />
        ))}
        {files.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an archive may hold a name twice
          <li key={`${name}-${at}`} className={styles.file}>
            <Icon name="file" size={18} />
            <span dir="auto">{name}</span>
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <button type="button" className={button.button} onClick={() => setLimit(limit + STEP)}>
          {t("archive.more", { count: hidden })}
        </button>
      )}
    </>
  );
}

function FolderRow({ folder, isOpenAtFirst }: { folder: Folder; isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <li>
      <button
        type="button"
        className={styles.folder}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={styles.arrow}>
          <Icon name="next" size={16} />
        </span>
        <span className={styles.folderName} dir="auto">
          {folder.name}
        </span>
        <span className={styles.count}>{t("archive.count", { count: folder.count })}</span>
      </button>
      {isOpen ? (
        <div className={styles.inner}>
          <Rows folder={folder} isOpen={isOpenAtFirst} />
        </div>
      ) : null}
    </li>
  );
}
