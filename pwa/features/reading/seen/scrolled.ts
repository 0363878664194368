/** Marks posts that were scrolled past, if enabled; a separate module, as few visitors enable it. */
import type { PostKey } from "./marks.ts";
import { markSeen } from "./store.ts";

/** Debounce of writing, as each write stores the whole list. */
const DEBOUNCE_MS = 400;

/** Observes the cards of a list, in the order of its posts. @returns stop */
export function followScrolling(list: Element, postAt: (index: number) => PostKey | undefined): () => void {
  const passed = new Map<string, PostKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const markPassed = () => {
    markSeen([...passed.values()]);
    passed.clear();
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting || boundingClientRect.bottom > 0) continue; // below the viewport, or still in it
      const post = postAt([...list.children].indexOf(target));
      if (post !== undefined) passed.set(`${post.service}/${post.user}/${post.id}`, post);
    }
    clearTimeout(timer);
    if (passed.size > 0) timer = setTimeout(markPassed, DEBOUNCE_MS);
  });
  for (const card of list.children) watcher.observe(card);
  return () => {
    watcher.disconnect();
    clearTimeout(timer);
    if (passed.size > 0) markPassed();
  };
}
