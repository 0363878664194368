import { type ChangeEvent, useId } from "react";
import { t } from "../../../i18n/index.ts";
import { fromList } from "../../../lib/chosen-files.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./Chooser.module.css";
import { lookup } from "./lookup.ts";

/** Phones cannot choose folders, so the button is left out there. */
const HAS_FOLDERS =
  "webkitdirectory" in HTMLInputElement.prototype && !/Android|iPhone|iPad/.test(navigator.userAgent);

/** Attribute that React's types lack. */
const FOLDER = { webkitdirectory: "" };

/** Buttons to choose files or a folder; the whole page accepts dropped files (HashPage.tsx). */
export function Chooser() {
  const [files, folder] = [useId(), useId()];
  return (
    <section className={styles.area} aria-label={t("hash.choose")}>
      <Icon name="files" size={32} />
      <p className={styles.words}>{t("hash.drop")}</p>
      <div className={styles.ways}>
        <input id={files} className={styles.input} type="file" multiple onChange={take} />
        <label htmlFor={files} className={styles.primary}>
          {t("hash.chooseFiles")}
        </label>
        {HAS_FOLDERS ? (
          <>
            <input id={folder} className={styles.input} type="file" {...FOLDER} onChange={take} />
            <label htmlFor={folder} className={styles.button}>
              {t("hash.chooseFolder")}
            </label>
          </>
        ) : null}
      </div>
    </section>
  );
}

/** Adds the chosen files and resets the input, so that the same files can be chosen again. */
function take({ target }: ChangeEvent<HTMLInputElement>): void {
  const chosen = [...(target.files ?? [])];
  target.value = "";
  void lookup.add(fromList(chosen));
}
