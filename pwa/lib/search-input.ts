/** A search field that submits automatically: one history entry per burst of typing, and Back restores the words. */
import { type RefObject, useEffect, useRef } from "react";

export interface SearchInput {
  /** Ref of the `<input>`. */
  field: RefObject<HTMLInputElement | null>;
  onFocus: () => void;
  onChange: () => void;
  /** Sets the text as if it had been typed. */
  put: (text: string) => void;
  /** Applies the text immediately. */
  submit: () => void;
  /** Returns the text and cancels the pending submit. */
  take: () => string;
}

export interface SearchInputOptions {
  /** Query in the URL. */
  q: string | undefined;
  afterMs: number;
  /** True for words too short to search. */
  isTooShort?: (words: string) => boolean;
  /** `replace`: true within the same burst of typing. */
  apply: (words: string, replace: boolean) => void;
}

export function useSearchInput({ q = "", afterMs, isTooShort, apply }: SearchInputOptions): SearchInput {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const applied = useRef(q);
  const isSpell = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (q === applied.current) return;
    // Changed from outside: Back, forward or a link.
    applied.current = q;
    isSpell.current = false;
    clearTimeout(timer.current);
    if (field.current !== null) field.current.value = q;
  }, [q]);

  const words = () => field.current?.value.trim() ?? "";
  const latest = useRef(() => {});
  latest.current = () => {
    clearTimeout(timer.current);
    const next = words();
    if (next === applied.current || isTooShort?.(next) === true) return;
    applied.current = next;
    apply(next, isSpell.current);
    isSpell.current = true;
  };
  const onChange = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current(), afterMs);
  };
  return {
    field,
    onFocus: () => {
      isSpell.current = false;
    },
    onChange,
    put: (text) => {
      if (field.current !== null) field.current.value = text;
      onChange();
    },
    submit: () => latest.current(),
    take: () => {
      clearTimeout(timer.current);
      isSpell.current = false;
      applied.current = words();
      return applied.current;
    },
  };
}
