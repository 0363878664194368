import type { ReactNode } from "react";
import { t } from "../../../i18n/index.ts";
import { useSizes } from "../../../offline/library/file-sizes.ts";
import button from "../../../ui/Button.module.css";
import type { Format } from "./format.ts";
import type { Parts, PlannedFile } from "./plan.ts";
import { sizesText } from "./size-text.ts";
import styles from "./Zip.module.css";
import { ZipParts } from "./ZipParts.tsx";

interface ZipFormProps {
  format: Format;
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
  format,
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
      <ZipParts format={format} parts={parts} onChange={onParts} />
      <p className={styles.total} role="status">
        <strong>{t("zip.total", { count: files.length })}</strong>
        <span>{sizesText(files, sizeOf)}</span>
      </p>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <div className={styles.buttons}>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          disabled={isEmpty && (format === "CBZ" || (format === "ZIP" && !hasTexts(parts)))}
          onClick={onMake}
        >
          {t("zip.make", { format })}
        </button>
        <button type="button" className={button.button} onClick={onClose}>
          {t("zip.dismiss")}
        </button>
      </div>
    </>
  );
}

const hasTexts = ({ text, comments, metadata }: Parts) => text || comments || metadata;
