import type { Subject } from "./rules.ts";
import { matcher, mutes } from "./store.ts";
import { withoutCreators } from "./use-muting.ts";

/** Tests if a creator's list omits an item because of a muted tag or word, in the mode that hides muted items. */
export function useHiddenByMutes(): (subject: Subject) => boolean {
  const all = mutes.use();
  if (all.mode !== "hide") return () => false;
  const match = matcher(withoutCreators(all));
  return (subject) => match(subject) !== undefined;
}
