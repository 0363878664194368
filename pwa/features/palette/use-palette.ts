/** State of the command palette: input, results, active row. */
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useDebounced } from "../../lib/debounced.ts";
import { foundCreatorsQuery } from "../creators/public.ts";
import { visits } from "../history/public.ts";
import { searchQuery } from "../search/public.ts";
import { type Command, groupsOf, isSure, type Row } from "./rows.ts";

const DEBOUNCE_MS = 150;
const CREATORS = 6;

export interface PaletteCommands {
  pages: Command[];
  actions: Command[];
  /** The row that leads to all posts with the words. */
  all: (typed: string) => Row;
}

export function usePalette({ pages, actions, all }: PaletteCommands, run: (row: Row) => void) {
  const [text, setText] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const typed = text.trim();
  const q = useDebounced(typed, DEBOUNCE_MS);
  const answer = useQuery(searchQuery(q));
  // Without the server the device's own list of creators answers.
  const isAlone = answer.isError && q !== "";
  const own = useQuery({ ...foundCreatorsQuery({ q }), enabled: isAlone, retry: false });
  const recent = visits.use();
  const { data } = answer;
  const groups = useMemo(
    () =>
      groupsOf({
        typed,
        pages,
        actions,
        visits: recent,
        creators:
          (isAlone
            ? own.data?.shown.slice(0, CREATORS).map((one) => ({ ...one, post_count: 0 }))
            : data?.creators) ?? [],
        posts: isAlone ? [] : (data?.posts ?? []),
        all: [...typed].length >= 2 ? all(typed) : undefined,
      }),
    [typed, pages, actions, recent, data, own.data, isAlone, all],
  );
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  // The first one unless another was chosen, which stays chosen when answers move it.
  const active = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosenId),
  );
  const activeId = rows[active]?.id;
  const isWaiting = typed !== "" && (q !== typed || answer.isFetching || own.isFetching);

  /** Enter came before the answer. */
  const [isEager, setIsEager] = useState(false);
  const latest = useRef(run);
  latest.current = run;
  const first = rows[active];
  useEffect(() => {
    if (!isEager || isWaiting) return;
    setIsEager(false);
    if (first !== undefined) latest.current(first);
  }, [isEager, isWaiting, first]);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return; // Enter and arrows belong to the input method then
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[
      event.key
    ];
    if (to !== undefined && rows.length > 0) {
      event.preventDefault();
      const isStep = event.key.startsWith("Arrow");
      const at = isStep ? (to + rows.length) % rows.length : Math.min(rows.length - 1, Math.max(0, to));
      setChosenId(rows[at]?.id);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const row = rows[active];
      if (row !== undefined && (chosenId === row.id || !isWaiting || isSure(groups, typed))) run(row);
      else setIsEager(true);
    }
  };
  const change = (next: string) => {
    setText(next);
    setChosenId(undefined);
    setIsEager(false);
  };
  const begin = (ahead: string) => {
    const [words = "", ...entered] = ahead.split("\n");
    change(words);
    setIsEager(entered.length > 0);
  };
  return { begin, text, typed, groups, activeId, isWaiting, isAlone, count: rows.length, change, onKeyDown };
}
