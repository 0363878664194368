/** The text field of a combobox (Combobox.tsx). */
import type { ComponentProps } from "react";
import type { Combobox } from "./Combobox.tsx";

export interface ComboboxInputProps extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  combobox: Omit<Combobox, "reset">;
  label: string;
  /** Omit to use `defaultValue` and an uncontrolled field. */
  value?: string;
  onChange: (value: string) => void;
}

export function ComboboxInput({ combobox, label, onChange, ...rest }: ComboboxInputProps) {
  return (
    <input
      {...rest}
      type="text"
      role="combobox"
      aria-label={label}
      aria-expanded={combobox.isExpanded}
      aria-controls={combobox.listId}
      aria-autocomplete="list"
      aria-activedescendant={combobox.activeId}
      dir="auto"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={combobox.onKeyDown}
    />
  );
}
