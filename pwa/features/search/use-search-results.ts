/** Results of the search box, and the active row. */
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useState } from "react";
import { useDebounced, useStalled } from "../../lib/debounced.ts";
import { useOnline } from "../../lib/online.ts";
import { useCombobox } from "../../ui/Combobox.tsx";
import { matcher, mutes } from "../reading/mutes/store.ts";
import { searchQuery } from "./api.ts";
import { completionId } from "./completion/CompletionRows.tsx";
import { useCompletions } from "./completion/use-completions.ts";
import { withoutMuted } from "./muted.ts";
import { answerOf } from "./offline.ts";
import { preloadDeviceSearch } from "./offline-search/api.ts";
import { useOfflineSearch } from "./offline-search/use-offline-results.ts";
import { type Option, optionsOf } from "./options.ts";

const DEBOUNCE_MS = 150;
/** Offline search needs no rate limit: it runs at nearly every keystroke. */
const DEVICE_DEBOUNCE_MS = 50;
const SPINNER_AFTER_MS = 300;
/** Number of hits from the device, which has posts only; the archive returns five of each kind. */
const DEVICE_HITS = 8;

/** The field and its text. */
export interface SearchInput {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
}

export function useSearchResults({ input, text, setText, isOpen, setIsOpen }: SearchInput) {
  const router = useRouter();
  const typed = text.trim();
  const isOnline = useOnline();
  const q = useDebounced(typed, isOnline ? DEBOUNCE_MS : DEVICE_DEBOUNCE_MS);
  const online = useQuery(searchQuery(q));
  const { error, isFetching } = online;
  const device = useOfflineSearch(
    online,
    isOpen && q !== "" ? { q, offset: 0, limit: DEVICE_HITS } : undefined,
  );
  const data = device === undefined ? online.data : answerOf(device);
  const muted = mutes.use();
  /** Query whose muted hits are shown. */
  const [mutedShownFor, setMutedShownFor] = useState<string>();
  const isMutedShown = mutedShownFor === typed;
  const whole = typed === "" ? undefined : data;
  const unmuted = whole === undefined ? undefined : withoutMuted(whole, muted, matcher(muted));
  const answer = isMutedShown ? whole : unmuted?.answer;
  const options = optionsOf(answer, typed);
  const { completions, complete } = useCompletions({ input, text, setText, isOpen });

  const close = () => {
    setIsOpen(false);
    combobox.reset();
  };
  const go = ({ href, isInImage }: Option) => {
    close();
    input.current?.blur();
    void router.navigate({ to: href, state: isInImage ? { wordsInImage: typed } : {} });
  };
  const combobox = useCombobox({
    listId: "search-results",
    ids: [...completions.map(completionId), ...options.map(({ id }) => id)],
    isExpanded: isOpen && typed !== "",
    onMove: () => setIsOpen(true),
    onEnter: (activeId) => {
      const completion = completions.find((one) => completionId(one) === activeId);
      if (completion !== undefined) return complete(completion);
      const chosen = options.find(({ id }) => id === (activeId ?? "s-all"));
      if (chosen !== undefined) go(chosen);
    },
    onKeyDown: (event) => {
      if (event.key !== "Escape") return;
      if (isOpen && typed !== "") close();
      else setText("");
      if (typed === "") input.current?.blur();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other rows
  useEffect(combobox.reset, [text]);
  useEffect(() => {
    if (isOpen && !navigator.onLine) preloadDeviceSearch();
  }, [isOpen]);

  const isStalled = useStalled(typed !== "" && isFetching, SPINNER_AFTER_MS);
  return {
    typed,
    q,
    answer,
    /** Number of posts searched, for results from the device. */
    deviceSize: typed === "" ? undefined : device?.size,
    error,
    isOpen,
    mutedCount: unmuted?.count ?? 0,
    isMutedShown,
    toggleMuted: () => setMutedShownFor(isMutedShown ? undefined : typed),
    combobox,
    completions,
    complete,
    isFetching,
    isStalled,
    go,
  };
}
