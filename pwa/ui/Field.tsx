import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import button from "./Button.module.css";
import styles from "./Field.module.css";

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "id"> {
  label: string;
  name: string;
  hint?: ReactNode;
  /** Error message of the value. */
  problem?: string | undefined;
}

/** A labeled text field with its error message. */
export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={button.label}>
        {label}
        <input
          className={button.field}
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
          {...input}
        />
      </label>
      <p id={`${id}-hint`} className={styles.hint} hidden={hint === undefined}>
        {hint}
      </p>
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  );
}
