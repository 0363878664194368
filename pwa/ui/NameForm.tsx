import { type FormEvent, useState } from "react";
import button from "./Button.module.css";
import styles from "./NameForm.module.css";

export interface NameFormProps {
  /** Above the field. */
  label: string;
  /** On the button. */
  action: string;
  maxLength: number;
  /** The name so far, of something that gets another. */
  name?: string;
  /** Trimmed, never empty. The field is empty again where it names something new. */
  onSubmit: (name: string) => void;
}

/** A field for a name and its button. */
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
