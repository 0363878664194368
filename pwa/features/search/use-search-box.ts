/** State of the search box: input, results, active row. */
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useDebounced, useStalled } from "../../lib/debounced.ts";
import { useOnline } from "../../lib/online.ts";
import { matcher, mutes } from "../mutes/public.ts";
import { useOfflineSearch, warmDevice } from "../offline-search/public.ts";
import { searchQuery } from "./api.ts";
import { withoutMuted } from "./muted.ts";
import { answerOf } from "./offline.ts";
import { moveActive, optionsOf } from "./options.ts";

const DEBOUNCE_MS = 150;
/** Offline search needs no rate limit: it runs at nearly every keystroke. */
const DEVICE_DEBOUNCE_MS = 50;
const SPINNER_AFTER_MS = 300;
/** The archive gives five of each kind; the device has posts only. */
const DEVICE_HITS = 8;

export function useSearchBox(input: RefObject<HTMLInputElement | null>) {
  const router = useRouter();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [chosenId, setChosenId] = useState<string>();
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
  /** The words whose muted hits are shown all the same. */
  const [mutedShownFor, setMutedShownFor] = useState<string>();
  const isMutedShown = mutedShownFor === typed;
  const whole = typed === "" ? undefined : data;
  const unmuted = whole === undefined ? undefined : withoutMuted(whole, muted, matcher(muted));
  const answer = isMutedShown ? whole : unmuted?.answer;
  const options = optionsOf(answer, typed);

  // By id, not by place: a row stays chosen when new answers move it.
  const active = options.findIndex((option) => option.id === chosenId);
  const activeId = options[active]?.id;

  const close = () => {
    setIsOpen(false);
    setChosenId(undefined);
  };
  const go = (href: string) => {
    close();
    input.current?.blur();
    void router.navigate({ to: href });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return; // Enter and arrows belong to the input method then
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setIsOpen(true);
      setChosenId(options[moveActive(active, event.key, options.length)]?.id);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const chosen = options[active] ?? options.find((option) => option.id === "s-all");
      if (chosen !== undefined) go(chosen.href);
    } else if (event.key === "Escape") {
      if (isOpen && typed !== "") close();
      else setText("");
      if (typed === "") input.current?.blur();
    }
  };
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const change = (next: string) => {
    setText(next);
    setChosenId(undefined);
    setIsOpen(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: close only sets state
  useEffect(() => router.subscribe("onBeforeNavigate", close), [router]);

  const isStalled = useStalled(typed !== "" && isFetching, SPINNER_AFTER_MS);
  return {
    text,
    typed,
    q,
    answer,
    /** Of how many posts the answer is, where it comes from the device. */
    deviceSize: typed === "" ? undefined : device?.size,
    error,
    isOpen,
    mutedCount: unmuted?.count ?? 0,
    isMutedShown,
    toggleMuted: () => setMutedShownFor(isMutedShown ? undefined : typed),
    active,
    options,
    isFetching,
    isStalled,
    change,
    close,
    open: () => {
      setIsOpen(true);
      if (!navigator.onLine) warmDevice();
    },
    onKeyDown,
    go,
  };
}
