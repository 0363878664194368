/**
 * Text field with a list of options, following the ARIA combobox pattern: focus stays in the field, which refers to the
 * active option.
 */
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { nextActive } from "./active-option.ts";

export interface ComboboxOptions {
  listId: string;
  /** Ids of the option elements, in keyboard order. */
  ids: readonly string[];
  isExpanded: boolean;
  /** The first option is active until another is chosen; otherwise none is. */
  isFirstActive?: boolean;
  /** Called when a key moves through the options. */
  onMove?: () => void;
  /** @param isChosen true if a key made the option active, not its position */
  onEnter: (id: string | undefined, isChosen: boolean) => void;
  /** Called for all other keys. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

export interface Combobox {
  listId: string;
  isExpanded: boolean;
  activeId: string | undefined;
  /** Resets to no choice. */
  reset: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function useCombobox(options: ComboboxOptions): Combobox {
  const { listId, ids, isExpanded, isFirstActive = false, onMove, onEnter, onKeyDown } = options;
  // By id, not by index: an option stays chosen when new results move it.
  const [chosenId, setChosenId] = useState<string>();
  const first = isFirstActive ? 0 : -1;
  const chosen = chosenId === undefined ? -1 : ids.indexOf(chosenId);
  const active = Math.max(first, chosen);
  const activeId = ids[active];
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return {
    listId,
    isExpanded,
    activeId,
    reset: () => setChosenId(undefined),
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return; // Enter and arrows belong to the input method then
      const next = nextActive(event.key, active, ids.length, first);
      if (next === undefined && event.key !== "Enter") return onKeyDown?.(event);
      event.preventDefault();
      if (next === undefined) return onEnter(activeId, chosen >= 0);
      onMove?.();
      setChosenId(ids[next]);
    },
  };
}

interface ListProps {
  combobox: Combobox;
  label: string;
  isBusy: boolean;
  className: string | undefined;
  children: ReactNode;
}

export function ComboboxList({ combobox, label, isBusy, className, children }: ListProps) {
  return (
    <div id={combobox.listId} className={className} role="listbox" aria-label={label} aria-busy={isBusy}>
      {children}
    </div>
  );
}

interface GroupProps {
  title: string;
  className?: string | undefined;
  headingClassName: string | undefined;
  children: ReactNode;
}

export function ComboboxGroup({ title, className, headingClassName, children }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand inside a listbox
    <div role="group" aria-label={title} className={className}>
      <p className={headingClassName} aria-hidden="true">
        {title}
      </p>
      {children}
    </div>
  );
}

interface OptionProps {
  combobox: Combobox;
  id: string;
  /** Renders a link, so that a middle click opens a tab. */
  href?: string | undefined;
  className: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function ComboboxOption({ combobox, id, href, className, onSelect, children }: OptionProps) {
  const select = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onSelect();
  };
  const Element = href === undefined ? "div" : "a";
  return (
    <Element
      id={id}
      className={className}
      role="option"
      tabIndex={-1}
      aria-selected={combobox.activeId === id}
      href={href}
      onMouseDown={(event: MouseEvent) => event.preventDefault()} // keeps the focus in the field
      onClick={select}
    >
      {children}
    </Element>
  );
}
