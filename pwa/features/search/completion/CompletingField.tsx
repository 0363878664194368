import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { SearchInput } from "../../../lib/search-input.ts";
import button from "../../../ui/Button.module.css";
import { ComboboxInput } from "../../../ui/ComboboxInput.tsx";
import { SEARCH_HINT } from "../../../ui/SearchForm.tsx";
import styles from "./Completion.module.css";
import type { Key } from "./completion.ts";
import { CompletionList, type CompletionState } from "./later.ts";

interface CompletingFieldProps {
  typed: SearchInput;
  label: string;
  q: string | undefined;
  minLength: number;
  /** Conditions that the list knows. */
  keys: readonly Key[];
}

/** The field of a search form that submits itself; conditions are completed as one types. */
export function CompletingField({ typed, label, q = "", minLength, keys }: CompletingFieldProps) {
  const listId = useId();
  const onKeyDown = useRef<(event: KeyboardEvent) => void>(null);
  const [text, setText] = useState(q);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [{ activeId, isExpanded = false }, setState] = useState<CompletionState>({});
  return (
    <div className={styles.field}>
      <ComboboxInput
        combobox={{ listId, isExpanded, activeId, onKeyDown: (event) => onKeyDown.current?.(event) }}
        ref={typed.field}
        label={label}
        className={button.field}
        name="q"
        inputMode="search"
        enterKeyHint="search"
        placeholder={label}
        aria-describedby={SEARCH_HINT}
        defaultValue={q}
        minLength={minLength}
        onFocus={() => {
          typed.onFocus();
          setWasOpen(true);
        }}
        onBlur={() => setIsOpen(false)}
        onChange={(next) => {
          typed.onChange();
          setText(next);
          setIsOpen(true);
        }}
      />
      {wasOpen ? (
        <CompletionList
          {...{ listId, text, keys, isOpen, setIsOpen, onKeyDown }}
          input={typed.field}
          setText={(next) => {
            typed.put(next);
            setText(next);
          }}
          onState={setState}
        />
      ) : null}
    </div>
  );
}
