import { type FormEvent, useId, useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import styles from "./ArchivePage.module.css";

interface PasswordFieldsProps {
  hint: string;
  /** Why the last attempt failed. */
  problem: string | undefined;
  isTrying: boolean;
  onTry: (password: string) => void;
}

/** Form for a password to try. */
export function PasswordFields({ hint, problem, isTrying, onTry }: PasswordFieldsProps) {
  const [isEmpty, setIsEmpty] = useState(false);
  const problemId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    setIsEmpty(password === "");
    if (password !== "") onTry(password);
  };
  const shown = isEmpty ? t("archiveFile.enterPassword") : problem;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.soft}>{hint}</p>
      <label className={button.label}>
        {t("archiveFile.passwordLabel")}
        <input
          className={button.field}
          type="text"
          name="password"
          maxLength={255}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={shown !== undefined}
          aria-describedby={problemId}
        />
      </label>
      <p id={problemId} className={styles.problem} role="alert">
        {shown}
      </p>
      <button type="submit" className={`${button.button} ${button.primary}`} disabled={isTrying}>
        {isTrying ? t("archiveFile.trying") : t("archiveFile.try")}
      </button>
    </form>
  );
}
