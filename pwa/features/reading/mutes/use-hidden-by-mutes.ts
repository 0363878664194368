import type { Subject } from "./rules.ts";
import { matcher, mutes } from "./store.ts";
import { withoutCreators } from "./use-muting.ts";

/** Whether something is left out of a list of its creator: muted by a tag or a word, where muted things are hidden. */
export function useHiddenByMutes(): (subject: Subject) => boolean {
  const all = mutes.use();
  if (all.mode !== "hide") return () => false;
  const match = matcher(withoutCreators(all));
  return (subject) => match(subject) !== undefined;
}
