import { useLocation } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { keyOf, type PostKey } from "./marks.ts";
import { hidesSeen, useSeen } from "./store.ts";

export interface SeenList<T> {
  all: { post: T; seen: boolean }[];
  /** Posts without hidden ones. */
  rows: { post: T; seen: boolean }[];
  /** Number of seen posts in the whole list. */
  seen: number;
  /** Number of hidden posts, including those shown once. */
  hidden: number;
  hides: boolean;
  isShown: boolean;
  onToggle: () => void;
  onHide: () => void;
}

/** Adds seen marks to a list of posts. Posts marked while the list is open stay in it until it is reopened. */
export function useSeenList<T extends PostKey>(posts: readonly T[]): SeenList<T> {
  const marks = useSeen();
  const hides = hidesSeen.use() === "on";
  const page = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const [shownOn, setShownOn] = useState<string>();
  const isShown = shownOn === page;
  const keys = posts.map(keyOf);
  /** Seen state of each post when it was added to the list. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: evaluated again for another page or setting
  const before = useMemo(() => new Map<string, boolean>(), [page, hides]);
  for (const key of keys) if (!before.has(key)) before.set(key, hides && marks.has(key));
  const rows = posts.map((post, at) => ({ post, key: keys[at] ?? "", seen: marks.has(keys[at] ?? "") }));
  const isOut = ({ key, seen }: { key: string; seen: boolean }) => seen && before.get(key) === true;
  return {
    all: rows,
    rows: isShown ? rows : rows.filter((row) => !isOut(row)),
    seen: rows.filter(({ seen }) => seen).length,
    hidden: rows.filter(isOut).length,
    hides,
    isShown,
    onToggle: () => setShownOn(isShown ? undefined : page),
    onHide: () => {
      setShownOn(undefined);
      hidesSeen.set(hides ? "off" : "on");
    },
  };
}
