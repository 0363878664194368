import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle } from "react";
import { t } from "../../../i18n/index.ts";
import { ComboboxList, useCombobox } from "../../../ui/Combobox.tsx";
import styles from "./Completion.module.css";
import { CompletionRows, completionId } from "./CompletionRows.tsx";
import type { Key } from "./completion.ts";
import { useCompletions } from "./use-completions.ts";

/** State of the list that the field displays. */
export interface CompletionState {
  activeId?: string | undefined;
  isExpanded?: boolean;
}

export interface CompletionListProps {
  listId: string;
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  /** Keys of supported conditions; all if unset. */
  keys?: readonly Key[];
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** Called with every key in the field. */
  onKeyDown: RefObject<((event: KeyboardEvent) => void) | null>;
  onState: (state: CompletionState) => void;
}

/** The list below a search field. */
export function CompletionList(props: CompletionListProps) {
  const { listId, input, text, setText, keys, isOpen, setIsOpen, onKeyDown, onState } = props;
  const { completions, complete } = useCompletions({ input, text, setText, isOpen, keys });
  const combobox = useCombobox({
    listId,
    ids: completions.map(completionId),
    isExpanded: completions.length > 0,
    onEnter: (id) => {
      const chosen = completions.find((one) => completionId(one) === id);
      if (chosen !== undefined) return complete(chosen);
      setIsOpen(false);
      input.current?.form?.requestSubmit();
    },
    onKeyDown: (event) => {
      if (event.key === "Escape") setIsOpen(false);
    },
  });
  const { activeId, isExpanded } = combobox;
  useImperativeHandle(onKeyDown, () => combobox.onKeyDown);
  useEffect(() => onState({ activeId, isExpanded }), [activeId, isExpanded, onState]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another term, other rows
  useEffect(combobox.reset, [text]);
  if (completions.length === 0) return null;
  return (
    <ComboboxList combobox={combobox} label={t("completion.label")} isBusy={false} className={styles.list}>
      <CompletionRows combobox={combobox} completions={completions} onSelect={complete} />
    </ComboboxList>
  );
}
