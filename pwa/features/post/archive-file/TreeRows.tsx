import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./FileTree.module.css";
import { type Folder, type Row, rowsOf, stepOf } from "./tree.ts";

/** Rows rendered per step: an archive may contain 100,000. */
const STEP = 300;
/** Maximum indentation level, so that names fit on phones. */
const MAX_LEVEL = 8;

export interface TreeRowsProps {
  root: Folder;
  label: string;
  isOpenAtFirst: boolean;
  onShow: ((index: number) => void) | undefined;
}

/** ARIA tree: one tab stop, arrow keys inside. */
export function TreeRows({ root, label, isOpenAtFirst, onShow }: TreeRowsProps) {
  /** Folders toggled from their initial state, by id. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(STEP);
  const [focused, setFocused] = useState<string>();
  const tree = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const rows = useMemo(
    () => rowsOf(root, (path) => isOpenAtFirst !== turned.has(`/${path}`)),
    [root, isOpenAtFirst, turned],
  );
  const at = Math.max(0, focused === undefined ? 0 : rows.findIndex(({ id }) => id === focused));
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const turn = (id: string) => {
    const next = new Set(turned);
    if (!next.delete(id)) next.add(id);
    setTurned(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(mirrored(event.key), rows, at);
    if (step === undefined || ("show" in step && onShow === undefined)) return;
    event.preventDefault();
    event.stopPropagation(); // on the page, arrow keys open the adjacent post
    if ("show" in step) return onShow?.(step.show);
    if ("to" in step) {
      setLimit(Math.max(limit, step.to + 1));
      setFocused(rows[step.to]?.id);
    } else turn("open" in step ? step.open : step.close);
    wantsFocus.current = true;
  };
  const hidden = rows.length - Math.min(limit, rows.length);
  return (
    <>
      <div ref={tree} role="tree" aria-label={label} className={styles.rows} onKeyDown={onKeyDown}>
        {rows.slice(0, limit).map((row, place) => (
          <TreeRow
            key={row.id}
            row={row}
            isStop={place === at}
            canShow={onShow !== undefined && row.index !== undefined}
            onPress={() => {
              setFocused(row.id);
              if (row.isOpen !== undefined) turn(row.id);
              else if (row.index !== undefined) onShow?.(row.index);
            }}
          />
        ))}
      </div>
      {hidden === 0 ? null : (
        <button type="button" className={button.button} onClick={() => setLimit(limit + STEP)}>
          {t("archiveFile.more", { count: hidden })}
        </button>
      )}
    </>
  );
}

/** Swaps left and right in right-to-left scripts. */
function mirrored(key: string): string {
  if (document.documentElement.dir !== "rtl") return key;
  return key === "ArrowLeft" ? "ArrowRight" : key === "ArrowRight" ? "ArrowLeft" : key;
}

interface TreeRowProps {
  row: Row;
  isStop: boolean;
  /** It is a file that opens. */
  canShow: boolean;
  onPress: () => void;
}

function TreeRow({ row, isStop, canShow, onPress }: TreeRowProps) {
  const { name, bytes, level, place, of, count, isOpen } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      role="treeitem"
      className={styles.row}
      tabIndex={isStop ? 0 : -1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={isOpen}
      data-level={Math.min(level, MAX_LEVEL)}
      data-opens={canShow || undefined}
      onClick={onPress}
    >
      <span className={styles.arrow}>{isOpen === undefined ? null : <Icon name="next" size={16} />}</span>
      {isOpen === undefined ? <Icon name="file" size={18} /> : null}
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {count === undefined ? null : <span className={styles.count}>{t("archiveFile.count", { count })}</span>}
      {bytes === null ? null : <span className={styles.size}>{formatSize(bytes)}</span>}
    </div>
  );
}
