import { t } from "../../../i18n/index.ts";
import { Check } from "./Check.tsx";
import type { Parts } from "./plan.ts";
import styles from "./Zip.module.css";

const PARTS = ["text", "comments", "metadata"] as const;

/** Texts beside the files. */
export function ZipParts({ parts, onChange }: { parts: Parts; onChange: (parts: Parts) => void }) {
  return (
    <fieldset className={styles.parts}>
      <legend>{t("zip.parts")}</legend>
      {PARTS.map((part) => (
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
