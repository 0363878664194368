import type { ReactNode } from "react";
import { t } from "../../../i18n/index.ts";
import { useSizes } from "../../../offline/library/file-sizes.ts";
import button from "../../../ui/Button.module.css";
import type { Parts, PlannedFile } from "./plan.ts";
import { sizesText } from "./size-text.ts";
import styles from "./Zip.module.css";
import { ZipParts } from "./ZipParts.tsx";

interface ZipFormProps {
  /** The choice of files. */
  children: ReactNode;
  /** Files to pack. */
  files: readonly PlannedFile[];
  parts: Parts;
  onParts: (parts: Parts) => void;
  isEmpty: boolean;
  /** Message of the last failure. */
  problem?: string | undefined;
  onMake: () => void;
  onClose: () => void;
}

/** Choice of files, texts and names, with the size and the buttons. */
export function ZipForm({
  children,
  files,
  parts,
  onParts,
  isEmpty,
  problem,
  onMake,
  onClose,
}: ZipFormProps) {
  const sizeOf = useSizes();
  return (
    <>
      {children}
      <ZipParts parts={parts} onChange={onParts} />
      <p className={styles.total} role="status">
        <strong>{t("zip.total", { count: files.length })}</strong>
        <span>{sizesText(files, sizeOf)}</span>
      </p>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <div className={styles.buttons}>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          disabled={isEmpty && !parts.text && !parts.comments && !parts.metadata}
          onClick={onMake}
        >
          {t("zip.make")}
        </button>
        <button type="button" className={button.button} onClick={onClose}>
          {t("zip.dismiss")}
        </button>
      </div>
    </>
  );
}
