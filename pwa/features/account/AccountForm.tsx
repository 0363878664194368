import type { ReactNode } from "react";
import button from "../../ui/Button.module.css";
import { Field, type FieldProps } from "../../ui/Field.tsx";
import styles from "./Account.module.css";
import type { Form } from "./use-form.ts";

export interface AccountFormProps {
  form: Form;
  fields: readonly FieldProps[];
  /** Label of the button. */
  submit: string;
  /** Shown between the fields and the button. */
  children?: ReactNode;
}

/** Field for the current password. */
export const currentPassword = (name: string, label: string) =>
  ({ name, label, type: "password", autoComplete: "current-password" }) satisfies FieldProps;

/** Stacked fields, the error of the form, and a button. */
export function AccountForm({ form, fields, submit, children }: AccountFormProps) {
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-busy={form.isSending}>
      {fields.map((field) => (
        <Field key={field.name} {...field} problem={form.problems[field.name]} />
      ))}
      {children}
      <p className={styles.problem} role="alert">
        {form.problem}
      </p>
      <button type="submit" className={`${button.button} ${button.primary}`} aria-disabled={form.isSending}>
        {submit}
      </button>
    </form>
  );
}
