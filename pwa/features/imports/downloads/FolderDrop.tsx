import { type ChangeEvent, useId, useLayoutEffect, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { type ChosenFolder, fromList, fromTransfer } from "../../../lib/chosen-files.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./Downloads.module.css";

/** Attribute that React's types lack. */
const FOLDER = { webkitdirectory: "" };

/** Chooses a folder; the whole page accepts a dropped one. */
export function FolderDrop({ onChosen }: { onChosen: (chosen: ChosenFolder) => void }) {
  const id = useId();
  const isOver = useDrop(onChosen);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    target.value = ""; // the same folder can be chosen again
    if (chosen.length > 0) onChosen({ files: fromList(chosen), unreadable: [] });
  };
  return (
    <section className={`${styles.drop} ${isOver ? styles.over : ""}`} aria-label={t("downloads.choose")}>
      <Icon name="files" size={32} />
      <p>{t("downloads.drop")}</p>
      <div className={styles.way}>
        <input id={id} className={styles.input} type="file" multiple {...FOLDER} onChange={take} />
        <label htmlFor={id} className={styles.primary}>
          {t("downloads.chooseFolder")}
        </label>
      </div>
    </section>
  );
}

function useDrop(onChosen: (chosen: ChosenFolder) => void): boolean {
  const [isOver, setOver] = useState(false);
  // In a layout effect, as a folder may be dropped as soon as the area is shown.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      const unreadable: string[] = [];
      const files = fromTransfer(event.dataTransfer, { onUnreadable: (path) => unreadable.push(path) });
      if (files === undefined) return;
      event.preventDefault();
      onChosen({ files, unreadable });
    };
    addEventListener("dragover", over, { signal });
    addEventListener("dragleave", leave, { signal });
    addEventListener("drop", drop, { signal });
    return () => controller.abort();
  }, [onChosen]);
  return isOver;
}
