import { Suspense, useState } from "react";
import { t } from "../../../i18n/initial.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { PopoverButton } from "../../../ui/PopoverButton.tsx";
import { ZipPosts } from "../../library/zip/ZipPosts.tsx";
import { CardChoices } from "./lazy.ts";
import type { OrderProps } from "./OrderSelect.tsx";
import type { ListToSave } from "./SaveList.tsx";
import styles from "./ViewButton.module.css";

/** Opens the settings of a list of posts. @param order for lists that can be sorted */
export function ViewButton({ order }: { order?: OrderProps }) {
  const [toSave, setToSave] = useState<ListToSave>();
  return (
    <>
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
          <CardChoices order={order} onSave={setToSave} />
        </Suspense>
      </PopoverButton>
      {toSave === undefined ? null : <ZipPosts {...toSave} onClose={() => setToSave(undefined)} />}
    </>
  );
}
