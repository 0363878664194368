import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import type { Key } from "./completion.ts";
import { CompletionList, type CompletionState } from "./later.ts";

interface CompletionOptions {
  input: RefObject<HTMLInputElement | null>;
  q: string;
  /** Conditions that the list knows; all of them where it is unset. */
  keys?: readonly Key[];
  /** Called with the text in which a condition was completed. */
  onComplete?: (text: string) => void;
}

/** A search field whose conditions are completed as one types; the list is loaded when the field is entered. */
export function useCompletion({ input, q, keys, onComplete }: CompletionOptions) {
  const listId = useId();
  const onKeyDown = useRef<(event: KeyboardEvent) => void>(null);
  const [text, setText] = useState(q);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [{ activeId, isExpanded = false }, onState] = useState<CompletionState>({});
  const complete = (next: string) => {
    onComplete?.(next);
    setText(next);
  };
  return {
    text,
    combobox: {
      listId,
      isExpanded,
      activeId,
      onKeyDown: (event: KeyboardEvent) => onKeyDown.current?.(event),
    },
    enter: () => setWasOpen(true),
    leave: () => setIsOpen(false),
    change: (next: string) => {
      setText(next);
      setIsOpen(true);
    },
    list: wasOpen ? (
      <CompletionList
        {...{ listId, input, text, isOpen, setIsOpen, onKeyDown, onState }}
        {...(keys && { keys })}
        setText={complete}
      />
    ) : null,
  };
}
