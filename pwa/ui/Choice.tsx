import { type ReactNode, useId } from "react";
import styles from "./Choice.module.css";

export interface ChoiceProps<T extends string> {
  label: string;
  /** Shown below the options. */
  note?: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChoose: (value: T) => void;
}

/** A few options, all visible: radio buttons side by side. */
export function Choice<T extends string>({ label, note, value, options, onChoose }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={note === undefined ? undefined : `${name}-note`}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span className={styles.face}>{option.label}</span>
          </label>
        ))}
      </div>
      {note === undefined ? null : (
        <p id={`${name}-note`} className={styles.note}>
          {note}
        </p>
      )}
    </fieldset>
  );
}
