/** Card settings, lazily loaded. */
import { lazy, Suspense } from "react";
import { t } from "../../../i18n/initial.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { PopoverButton } from "../../../ui/PopoverButton.tsx";
import type { OrderProps } from "./OrderSelect.tsx";
import styles from "./ViewButton.module.css";

export { cardLook } from "./cards.ts";
export type { OrderProps };

export const CardChoices = lazy(() =>
  import("./CardChoices.tsx").then((file) => ({ default: file.CardChoices })),
);

export const FeedLinks = lazy(() => import("./FeedLinks.tsx").then((file) => ({ default: file.FeedLinks })));

/** Stands by a list of posts. @param order of lists that can be in another */
export function ViewButton({ order }: { order?: OrderProps }) {
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
        <CardChoices order={order} />
      </Suspense>
    </PopoverButton>
  );
}
