import { t } from "../../../i18n/index.ts";
import { type SavedMark, useSavedMarks } from "../../../offline/library/saved-marks.ts";
import button from "../../../ui/Button.module.css";
import { Notice } from "../../../ui/Notice.tsx";
import { saveAgain } from "./actions.ts";
import { showSaved } from "./dialogs.ts";
import styles from "./Saved.module.css";

const NAMED = 5;

/** Posts in other states were restored, are being restored, or were deleted meanwhile. */
const NOT_RESTORED = new Set<SavedMark["state"] | undefined>(["partial", "listed"]);

/** The browser evicted saved posts: lists them and offers to restore them. */
export function MissingNotice({ keys: found }: { keys: readonly string[] }) {
  const marks = useSavedMarks();
  const keys = found.filter((key) => NOT_RESTORED.has(marks.get(key)?.state));
  const titles = keys.map((key) => marks.get(key)?.title || key);
  const restore = () => {
    void saveAgain([...keys]);
    showSaved(undefined);
  };
  if (keys.length === 0) return null;
  return (
    <Notice kind="missing">
      <section className={styles.missing} role="alert" aria-label={t("saved.title")}>
        <p>{t("saved.missing", { count: keys.length })}</p>
        <ul>
          {titles.slice(0, NAMED).map((title, at) => (
            <li key={keys[at]} dir="auto">
              {title}
            </li>
          ))}
          {titles.length > NAMED ? <li>{t("saved.missingMore", { count: titles.length - NAMED })}</li> : null}
        </ul>
        <div className={styles.buttons}>
          <button type="button" className={`${button.button} ${button.primary}`} onClick={restore}>
            {t("saved.restore")}
          </button>
          <button type="button" className={button.button} onClick={() => showSaved(undefined)}>
            {t("saved.notNow")}
          </button>
        </div>
      </section>
    </Notice>
  );
}
