import { type KeyboardEvent, useId, useRef, useState } from "react";
import button from "../../ui/Button.module.css";
import { ComboboxInput } from "../../ui/ComboboxInput.tsx";
import { CompletionList, type CompletionState } from "../search/public.ts";
import styles from "./PostSearchForm.module.css";

/** The words of a search; conditions, tags and creators are completed as one types. */
export function SearchField({ q, label }: { q: string; label: string }) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const onKeyDown = useRef<(event: KeyboardEvent) => void>(null);
  const [text, setText] = useState(q);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [{ activeId, isExpanded = false }, setState] = useState<CompletionState>({});
  return (
    <div className={styles.field}>
      <ComboboxInput
        combobox={{ listId, isExpanded, activeId, onKeyDown: (event) => onKeyDown.current?.(event) }}
        ref={input}
        label={label}
        className={button.field}
        name="q"
        inputMode="search"
        enterKeyHint="search"
        placeholder={label}
        value={text}
        minLength={2}
        onFocus={() => setWasOpen(true)}
        onBlur={() => setIsOpen(false)}
        onChange={(next) => {
          setText(next);
          setIsOpen(true);
        }}
      />
      {wasOpen ? (
        <CompletionList
          {...{ listId, input, text, setText, isOpen, setIsOpen, onKeyDown }}
          onState={setState}
        />
      ) : null}
    </div>
  );
}
