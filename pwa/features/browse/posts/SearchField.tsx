import { useRef } from "react";
import button from "../../../ui/Button.module.css";
import { ComboboxInput } from "../../../ui/ComboboxInput.tsx";
import { useCompletion } from "../../search/completion/use-completion.tsx";
import styles from "./PostSearchForm.module.css";

/** Search field that completes conditions, tags and creators while typing. */
export function SearchField({ q, label }: { q: string; label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const completion = useCompletion({ input, q });
  return (
    <div className={styles.field}>
      <ComboboxInput
        combobox={completion.combobox}
        ref={input}
        label={label}
        className={button.field}
        name="q"
        inputMode="search"
        enterKeyHint="search"
        placeholder={label}
        value={completion.text}
        onFocus={completion.enter}
        onBlur={completion.leave}
        onChange={completion.change}
      />
      {completion.list}
    </div>
  );
}
