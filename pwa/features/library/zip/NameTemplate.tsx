import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { DEFAULT_TEMPLATE, FIELDS, fileNames } from "./template.ts";
import styles from "./Zip.module.css";

/** Field for the template of file names, with a preview. */
export function NameTemplate({ template, examples }: { template: string; examples: readonly string[] }) {
  return (
    <details className={styles.names} open={template !== DEFAULT_TEMPLATE}>
      <summary>{t("zip.names")}</summary>
      <label className={button.label}>
        {t("zip.template")}
        <input
          className={button.field}
          value={template}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onChange={({ target }) => fileNames.set(target.value)}
        />
      </label>
      <p className={styles.note}>
        {t("zip.fields", { fields: FIELDS.map((field) => `{${field}}`).join(" ") })}
      </p>
      <output className={styles.example} aria-label={t("zip.example")}>
        <bdi>{examples[0]}</bdi>
      </output>
    </details>
  );
}
