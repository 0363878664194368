import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../../i18n/initial.ts";
import type { Mode, Mutes, Reason, Subject } from "./rules.ts";
import { matcher, mutes } from "./store.ts";

export interface Muting<T> {
  /** What is left of the list. Muted ones are among them, with a reason, unless they are hidden. */
  rows: { item: T; reason: Reason | undefined }[];
  /** How many are muted. */
  count: number;
  /** Says so. */
  text: string;
  mode: Mode;
  isShown: boolean;
  onToggle: () => void;
}

/** A list without what is muted. Shown for once, it stays so until another page of it is opened. */
export function useMuting<T>(
  items: readonly T[],
  subjectOf: (item: T) => Subject,
  /** On a creator's own page only tags and words count. */
  isOwnPage = false,
): Muting<T> {
  const all = mutes.use();
  const page = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const [shownOn, setShownOn] = useState<string>();
  const isShown = shownOn === page;
  const match = isOwnPage ? matcher(withoutCreators(all)) : matcher(all);
  const rows = items.map((item) => ({ item, reason: match(subjectOf(item)) }));
  const muted = rows.filter(({ reason }) => reason !== undefined).length;
  return {
    rows: isShown
      ? rows.map(({ item }) => ({ item, reason: undefined }))
      : rows.filter(({ reason }) => reason === undefined || all.mode !== "hide"),
    count: muted,
    text: t(all.mode === "hide" ? "list.muted" : "list.mutedMarked", { count: muted }),
    mode: all.mode,
    isShown,
    onToggle: () => setShownOn(isShown ? undefined : page),
  };
}

/** CacheEntry by the mutes it was made of, so that its matcher is made once. */
const reduced = new WeakMap<Mutes, Mutes>();

/** For the pages of one creator. */
export function withoutCreators(all: Mutes): Mutes {
  const known = reduced.get(all) ?? { ...all, creators: [], services: [] };
  reduced.set(all, known);
  return known;
}
