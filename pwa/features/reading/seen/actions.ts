/** Marks made and taken back by hand, and by opening a post. */
import { useEffect } from "react";
import { t } from "../../../i18n/index.ts";
import { isPrivate } from "../../../lib/private-session.ts";
import { flash } from "../../../lib/toast.ts";
import type { PostKey } from "./marks.ts";
import { isSeen, markSeen, seenMarks, unmarkSeen, useSeen } from "./store.ts";

/** Marks a post once it is open; a mark taken back stays so until it is opened again. */
export function useOpenedMark({ service, user, id }: PostKey): void {
  useEffect(() => {
    if (!isPrivate()) markSeen([{ service, user, id }]);
  }, [service, user, id]);
}

/** Whether the post is marked, and the other way round. */
export function useSeenMark(post: PostKey): { seen: boolean; toggle: () => void } {
  const seen = isSeen(useSeen(), post);
  const toggle = () => {
    const [act, back] = seen ? [unmarkSeen, markSeen] : [markSeen, unmarkSeen];
    act([post]);
    flash({ text: t(seen ? "seen.unmarked" : "seen.marked"), undo: () => back([post]) });
  };
  return { seen, toggle };
}

/** Marks those that are not marked yet, and offers to take that back. */
export function markAllSeen(posts: readonly PostKey[]): void {
  const marks = seenMarks();
  const fresh = posts.filter((post) => !isSeen(marks, post));
  markSeen(fresh);
  flash({ text: t("seen.markedAll", { count: fresh.length }), undo: () => unmarkSeen(fresh) });
}
