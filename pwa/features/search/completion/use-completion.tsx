import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import type { Key } from "./completion.ts";
import { CompletionList, type CompletionState } from "./later.ts";

interface CompletionOptions {
  input: RefObject<HTMLInputElement | null>;
  q: string;
  /** Supported conditions; all if unset. */
  keys?: readonly Key[];
  /** Called with the text after a completion. */
  onComplete?: (text: string) => void;
}

/** Adds completion of conditions to a search field; the list is loaded on focus. */
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
