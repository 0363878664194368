/** Sets and removes marks, by hand and by opening a post. */
import { useEffect } from "react";
import { t } from "../../../i18n/index.ts";
import { isPrivate } from "../../../lib/private-session.ts";
import { flash } from "../../../lib/toast.ts";
import type { PostKey } from "./marks.ts";
import { isSeen, markSeen, seenMarks, unmarkSeen, useSeen } from "./store.ts";

/** Marks an opened post; a removed mark stays removed until the post is reopened. */
export function useOpenedMark({ service, user, id }: PostKey): void {
  useEffect(() => {
    if (!isPrivate()) markSeen([{ service, user, id }]);
  }, [service, user, id]);
}

/** State of a post's mark, and a function that toggles it. */
export function useSeenMark(post: PostKey): { seen: boolean; toggle: () => void } {
  const seen = isSeen(useSeen(), post);
  const toggle = () => {
    const [act, back] = seen ? [unmarkSeen, markSeen] : [markSeen, unmarkSeen];
    act([post]);
    flash({ text: t(seen ? "seen.unmarked" : "seen.marked"), undo: () => back([post]) });
  };
  return { seen, toggle };
}

/** Marks all unmarked posts, with undo. */
export function markAllSeen(posts: readonly PostKey[]): void {
  const marks = seenMarks();
  const fresh = posts.filter((post) => !isSeen(marks, post));
  markSeen(fresh);
  flash({ text: t("seen.markedAll", { count: fresh.length }), undo: () => unmarkSeen(fresh) });
}
