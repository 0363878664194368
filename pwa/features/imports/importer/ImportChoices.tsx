import { useId } from "react";
import { t } from "../../../i18n/index.ts";
import styles from "./Importer.module.css";

/** Options of the import; none is checked by default. */
export function ImportChoices({ isLoggedIn }: { isLoggedIn: boolean }) {
  const keyHint = (own: string) => (isLoggedIn ? own : t("importer.keyNeedsAccount"));
  return (
    <div className={styles.checks}>
      <Check
        name="save_dms"
        label={t("importer.saveDms")}
        hint={t(isLoggedIn ? "importer.saveDmsHint" : "importer.dmsNeedAccount")}
        isDisabled={!isLoggedIn}
      />
      <Check
        name="save_session_key"
        label={t("importer.saveKey")}
        hint={keyHint(t("importer.saveKeyHint"))}
        isDisabled={!isLoggedIn}
      />
      <Check
        name="auto_import"
        label={t("importer.autoImport")}
        hint={keyHint(t("importer.autoImportHint"))}
        isDisabled={!isLoggedIn}
      />
    </div>
  );
}

function Check({
  name,
  label,
  hint,
  isDisabled,
}: {
  name: string;
  label: string;
  hint: string;
  isDisabled: boolean;
}) {
  const id = useId();
  return (
    <label className={styles.check}>
      <input type="checkbox" name={name} disabled={isDisabled} aria-describedby={id} />
      <span>{label}</span>
      <small id={id}>{hint}</small>
    </label>
  );
}
