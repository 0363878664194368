/** A search field that submits itself: one history entry for each spell of typing, and Back changes its words. */
import { type RefObject, useEffect, useRef } from "react";

export interface SearchInput {
  /** For the `<input>`. */
  field: RefObject<HTMLInputElement | null>;
  onFocus: () => void;
  onChange: () => void;
  /** As if this had been typed. */
  put: (text: string) => void;
  /** Applies what is in the field, now. */
  submit: () => void;
  /** What is in the field; it is no longer waited for. */
  take: () => string;
}

export interface SearchInputOptions {
  /** The words of the address. */
  q: string | undefined;
  afterMs: number;
  /** Words that are not searched for. */
  isTooShort?: (words: string) => boolean;
  /** `replace`: the same spell of typing goes on. */
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
    // Not of this field: Back, forward or a link.
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
