import { type FormEvent, useState } from "react";
import button from "./Button.module.css";
import styles from "./NameForm.module.css";

export interface NameFormProps {
  /** Label above the field. */
  label: string;
  /** Label of the button. */
  action: string;
  maxLength: number;
  /** Current name when renaming. */
  name?: string;
  /** Receives the trimmed, non-empty name. When creating, the field is cleared afterwards. */
  onSubmit: (name: string) => void;
}

/** A name field with a submit button. */
export function NameForm({ label, action, maxLength, name = "", onSubmit }: NameFormProps) {
  const [text, setText] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    onSubmit(text.trim());
    setText(name);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className={button.label}>
        {label}
        <input
          className={button.field}
          value={text}
          maxLength={maxLength}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit" className={button.button} disabled={text.trim() === ""}>
        {action}
      </button>
    </form>
  );
}
