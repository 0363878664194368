import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../../i18n/initial.ts";
import type { Mode, Mutes, Reason, Subject } from "./rules.ts";
import { matcher, mutes } from "./store.ts";

export interface Muting<T> {
  /** Remaining items. Muted ones are included, with a reason, unless they are hidden. */
  rows: { item: T; reason: Reason | undefined }[];
  /** Number of muted items. */
  count: number;
  /** Text of the notice. */
  text: string;
  mode: Mode;
  isShown: boolean;
  onToggle: () => void;
}

/** Removes muted items from a list. Once shown, they stay visible until another page is opened. */
export function useMuting<T>(
  items: readonly T[],
  subjectOf: (item: T) => Subject,
  /** On a creator's own page, only mutes of tags and words apply. */
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

/** Caches reduced mutes by their source, so that the matcher is created once. */
const reduced = new WeakMap<Mutes, Mutes>();

/** Mutes for the pages of a single creator. */
export function withoutCreators(all: Mutes): Mutes {
  const known = reduced.get(all) ?? { ...all, creators: [], services: [] };
  reduced.set(all, known);
  return known;
}
