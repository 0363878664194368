import { Suspense } from "react";
import { t } from "../../../i18n/initial.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { PopoverButton } from "../../../ui/PopoverButton.tsx";
import { CardChoices } from "./lazy.ts";
import type { OrderProps } from "./OrderSelect.tsx";
import styles from "./ViewButton.module.css";

/** Opens the settings of a list of posts. @param order for lists that can be sorted */
export function ViewButton({ order }: { order?: OrderProps }) {
  return (
    <PopoverButton
      label={t("posts.view")}
      className={`${button.button} ${styles.opener}`}
      face={
        <>
          <Icon name="view" />
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
