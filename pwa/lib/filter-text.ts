/** Filter text for a list on the page, stored in the URL with `replace`, so that Back restores it. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { one } from "./list-search.ts";

const APPLY_AFTER_MS = 300;

export function useFilterText(): [string, (text: string) => void] {
  const navigate = useNavigate();
  const q =
    useSearch({
      strict: false,
      select: (search: object) => one(Object.entries(search).find(([name]) => name === "q")?.[1]),
    }) ?? "";
  const [text, setText] = useState(q);
  const applied = useRef(q);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (q === applied.current) return;
    applied.current = q;
    clearTimeout(timer.current);
    setText(q);
  }, [q]);
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      applied.current = next;
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, q: next || undefined }),
        replace: true,
        resetScroll: false,
      });
    }, APPLY_AFTER_MS);
  };
  return [text, change];
}
