import { t } from "../../../i18n/index.ts";
import styles from "./Labels.module.css";
import { useLabels, useNote } from "./store.ts";

/** The user's labels and note of a creator. @param isShort labels only, for cards */
export function CreatorLabels({ creator, isShort = false }: { creator: string; isShort?: boolean }) {
  const labels = (useLabels() ?? []).filter(({ creators }) => creators.includes(creator));
  const note = useNote(creator) ?? "";
  if (isShort)
    return labels.map(({ name, color }) => (
      <span key={name} className={styles.label} data-color={color} dir="auto">
        {name}
      </span>
    ));
  return (
    <>
      {labels.length === 0 ? null : (
        <ul className={styles.list} aria-label={t("labels.title")}>
          {labels.map(({ name, color }) => (
            <li key={name} className={styles.label} data-color={color} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      )}
      {note === "" ? null : (
        <p className={styles.text} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}
