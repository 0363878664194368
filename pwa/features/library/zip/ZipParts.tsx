import { t } from "../../../i18n/index.ts";
import { Check } from "./Check.tsx";
import type { Format } from "./format.ts";
import type { Parts } from "./plan.ts";
import styles from "./Zip.module.css";

const PARTS = ["text", "comments", "metadata"] as const;

interface ZipPartsProps {
  format: Format;
  parts: Parts;
  onChange: (parts: Parts) => void;
}

/** Texts beside the files: a comic has none, and a book is of texts. */
export function ZipParts({ format, parts, onChange }: ZipPartsProps) {
  if (format === "CBZ") return null;
  return (
    <fieldset className={styles.parts}>
      <legend>{t("zip.parts")}</legend>
      {PARTS.filter((part) => format === "ZIP" || part === "comments").map((part) => (
        <Check
          key={part}
          label={t("zip.part", { part })}
          isOn={parts[part]}
          onChange={(isOn) => onChange({ ...parts, [part]: isOn })}
        />
      ))}
    </fieldset>
  );
}
