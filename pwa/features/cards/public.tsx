/** The choices for cards; their code comes when they are first opened. */
import { lazy, Suspense } from "react";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import { PopoverButton } from "../../ui/PopoverButton.tsx";
import styles from "./ViewButton.module.css";

export const CardChoices = lazy(() =>
  import("./CardChoices.tsx").then((file) => ({ default: file.CardChoices })),
);

/** Stands by a list of posts. */
export function ViewButton() {
  return (
    <PopoverButton
      label={t("posts.view")}
      className={`${button.button} ${styles.opener}`}
      face={
        <>
          <Icon name="settings" />
          <span className={styles.word}>{t("posts.view")}</span>
        </>
      }
    >
      <Suspense fallback={<div className={styles.wait} />}>
        <CardChoices />
      </Suspense>
    </PopoverButton>
  );
}
