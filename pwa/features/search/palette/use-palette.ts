/** State of the command palette: input, results, active row. */

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { isSearchable } from "#shared/text/scripts.ts";
import { useDebounced } from "../../../lib/debounced.ts";
import { useCombobox } from "../../../ui/Combobox.tsx";
import { visits } from "../../reading/history/store.ts";
import { searchQuery } from "../api.ts";
import { foundCreatorsQuery } from "../creators/found-api.ts";
import { type Command, groupsOf, isSure, type Row } from "./rows.ts";

const DEBOUNCE_MS = 150;
const CREATORS = 6;

export interface PaletteCommands {
  pages: Command[];
  actions: Command[];
  /** Row that searches all posts. */
  all: (typed: string) => Row;
}

export function usePalette({ pages, actions, all }: PaletteCommands, run: (row: Row) => void) {
  const [text, setText] = useState("");
  const typed = text.trim();
  const q = useDebounced(typed, DEBOUNCE_MS);
  const answer = useQuery(searchQuery(q));
  // Without the server, the stored list of creators is searched.
  const isAlone = answer.isError && q !== "";
  const creators = useQuery({ ...foundCreatorsQuery({ q }), enabled: isAlone, retry: false });
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
            ? creators.data?.shown.slice(0, CREATORS).map((one) => ({ ...one, post_count: 0 }))
            : data?.creators) ?? [],
        posts: isAlone ? [] : (data?.posts ?? []),
        all: isSearchable(typed, 2) ? all(typed) : undefined,
      }),
    [typed, pages, actions, recent, data, creators.data, isAlone, all],
  );
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const isWaiting = typed !== "" && (q !== typed || answer.isFetching || creators.isFetching);

  /** Enter was pressed before the results arrived. */
  const [isEager, setIsEager] = useState(false);
  const combobox = useCombobox({
    listId: "palette-rows",
    ids: rows.map(({ id }) => id),
    isExpanded: true,
    isFirstActive: true,
    onEnter: (activeId, isChosen) => {
      const row = rows.find(({ id }) => id === activeId);
      if (row !== undefined && (isChosen || !isWaiting || isSure(groups, typed))) run(row);
      else setIsEager(true);
    },
  });
  const latest = useRef(run);
  latest.current = run;
  const active = rows.find(({ id }) => id === combobox.activeId);
  useEffect(() => {
    if (!isEager || isWaiting) return;
    setIsEager(false);
    if (active !== undefined) latest.current(active);
  }, [isEager, isWaiting, active]);

  const change = (next: string) => {
    setText(next);
    combobox.reset();
    setIsEager(false);
  };
  const begin = (ahead: string) => {
    const [words = "", ...entered] = ahead.split("\n");
    change(words);
    setIsEager(entered.length > 0);
  };
  return { begin, text, typed, combobox, groups, isWaiting, isAlone, count: rows.length, change };
}
