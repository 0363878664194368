/** Reader settings, lazily loaded. */
import { lazy, Suspense } from "react";
import { t } from "../../../i18n/index.ts";
import { PopoverButton } from "../../../ui/PopoverButton.tsx";
import styles from "./Reading.module.css";

export const ReaderChoices = lazy(() =>
  import("./ReaderChoices.tsx").then((file) => ({ default: file.ReaderChoices })),
);

/** Class of a text that follows the choices. */
export const readingClass = styles.reading ?? "";

/** Stands by the text of a post. */
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
