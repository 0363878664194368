import type { SearchInput } from "../../../lib/search-input.ts";
import button from "../../../ui/Button.module.css";
import { ComboboxInput } from "../../../ui/ComboboxInput.tsx";
import { SEARCH_HINT } from "../../../ui/SearchForm.tsx";
import styles from "./Completion.module.css";
import type { Key } from "./completion.ts";
import { useCompletion } from "./use-completion.tsx";

interface CompletingFieldProps {
  typed: SearchInput;
  label: string;
  q: string | undefined;
  /** Supported conditions. */
  keys: readonly Key[];
}

/** Field of a search form that submits automatically; completes conditions while typing. */
export function CompletingField({ typed, label, q = "", keys }: CompletingFieldProps) {
  const completion = useCompletion({ input: typed.field, q, keys, onComplete: typed.put });
  return (
    <div className={styles.field}>
      <ComboboxInput
        combobox={completion.combobox}
        ref={typed.field}
        label={label}
        className={button.field}
        name="q"
        inputMode="search"
        enterKeyHint="search"
        placeholder={label}
        aria-describedby={SEARCH_HINT}
        defaultValue={q}
        onFocus={() => {
          typed.onFocus();
          completion.enter();
        }}
        onBlur={completion.leave}
        onChange={(next) => {
          typed.onChange();
          completion.change(next);
        }}
      />
      {completion.list}
    </div>
  );
}
