import { useEffect, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import type { AutoSaveRow, FileKindChoice } from "../../../offline/db/records.ts";
import {
  changeAutoSave,
  removeAutoSave,
  setAutoSave,
  watchAutoSave,
} from "../../../offline/library/auto-saves.ts";
import { Switch } from "../../../ui/Switch.tsx";
import type { SavablePost } from "./dialogs.ts";
import styles from "./Saved.module.css";

/** Default limit in bytes. */
const DEFAULT_LIMIT_BYTES = 100e6;

export interface AutoSaveSwitchProps {
  subject: { service: string; id: string; name: string };
  /** The creator's newest posts; later ones are new. */
  posts: readonly SavablePost[];
  isBusy: boolean;
  /** Size limit in bytes. */
  maxBytes: number | undefined;
  kinds: FileKindChoice[];
}

/** Turns automatic saving of the creator's new posts on and off, with the chosen size limit and kinds of files. */
export function AutoSaveSwitch({ subject, posts, isBusy, maxBytes, kinds }: AutoSaveSwitchProps) {
  const { service, id, name } = subject;
  const key = `${service}/${id}`;
  const [row, setRow] = useState<AutoSaveRow>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => watchAutoSave(key, setRow), [key]);
  const isOn = row !== undefined;
  const kindNames = kinds.join();
  useEffect(() => {
    if (isOn && maxBytes !== undefined)
      void changeAutoSave(key, { limit: maxBytes, kinds: kindNames.split(",") as FileKindChoice[] });
  }, [key, isOn, maxBytes, kindNames]);
  const change = (on: boolean) => {
    const known = posts.map((post) => post.id);
    const done = on
      ? setAutoSave({ key, name, limit: maxBytes ?? DEFAULT_LIMIT_BYTES, kinds, known })
      : removeAutoSave(key);
    done.catch(() => setHasFailed(true));
  };
  return (
    <div>
      {isBusy && !isOn ? null : <Switch label={t("saved.auto")} isOn={isOn} onChange={change} />}
      {isOn ? <p className={styles.note}>{t("saved.autoNote", { size: formatSize(row.limit) })}</p> : null}
      {hasFailed ? <p role="alert">{t("saved.dialog.refused")}</p> : null}
    </div>
  );
}
