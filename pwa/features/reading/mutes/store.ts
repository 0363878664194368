/** Mutes of this device; each change can be undone. */

import { foldCase } from "#shared/text/fold-case.ts";
import { createSetting } from "../../../lib/setting.ts";
import { type Matcher, type MutedCreator, type Mutes, matcherOf, NO_MUTES, parseMutes } from "./rules.ts";

export const mutes = createSetting<Mutes>("mutes", parseMutes, NO_MUTES, { ssr: "skip" });

/** A single mute. */
export type Mute =
  | { kind: "creator"; creator: MutedCreator }
  | { kind: "tag" | "word" | "service"; text: string };

const LISTS = { tag: "tags", word: "words", service: "services" } as const;

export function isMuted(mute: Mute, { creators, ...lists }: Mutes): boolean {
  if (mute.kind === "creator") {
    const { service, id } = mute.creator;
    return creators.some((one) => one.service === service && one.id === id);
  }
  const folded = foldCase(mute.text);
  return lists[LISTS[mute.kind]].some((one) => foldCase(one) === folded);
}

export function addMute(mute: Mute): void {
  const now = mutes.get();
  if (isMuted(mute, now)) return;
  if (mute.kind === "creator") mutes.set({ ...now, creators: [...now.creators, mute.creator] });
  else mutes.set({ ...now, [LISTS[mute.kind]]: [...now[LISTS[mute.kind]], mute.text.trim()] });
}

export function removeMute(mute: Mute): void {
  const now = mutes.get();
  const without = (one: Mute) => !isMuted(one, { ...NO_MUTES, ...only(mute) });
  if (mute.kind === "creator")
    mutes.set({ ...now, creators: now.creators.filter((creator) => without({ kind: "creator", creator })) });
  else {
    const { kind } = mute;
    const list = LISTS[kind];
    mutes.set({ ...now, [list]: now[list].filter((text) => without({ kind, text })) });
  }
}

const only = (mute: Mute): Partial<Mutes> =>
  mute.kind === "creator" ? { creators: [mute.creator] } : { [LISTS[mute.kind]]: [mute.text] };

let known: { mutes: Mutes; match: Matcher } | undefined;

/** Matcher, created once per set of mutes. */
export function matcher(of: Mutes = mutes.get()): Matcher {
  if (known?.mutes !== of) known = { mutes: of, match: matcherOf(of) };
  return known.match;
}
