import { Suspense } from "react";
import { t } from "../../../i18n/index.ts";
import { PopoverButton } from "../../../ui/PopoverButton.tsx";
import { ReaderChoices } from "./lazy.ts";
import styles from "./Reading.module.css";

/** Class of text that uses the reader settings. */
export const readingClass = styles.reading ?? "";

/** Opens the reader settings, beside the text of a post. */
export function ReaderButton() {
  return (
    <PopoverButton
      label={t("reader.title")}
      className={styles.opener ?? ""}
      face={
        <span aria-hidden="true" translate="no">
          Aa
        </span>
      }
    >
      <Suspense fallback={<div className={styles.wait} />}>
        <ReaderChoices />
      </Suspense>
    </PopoverButton>
  );
}
