/** Marks posts that were scrolled past, for those who want it; a module of its own as few do. */
import type { PostKey } from "./marks.ts";
import { markSeen } from "./store.ts";

/** Written together: each time costs the whole list of marks. */
const TOGETHER_MS = 400;

/** Follows the cards of a list, in the order of its posts. @returns ends it */
export function followScrolling(list: Element, postAt: (index: number) => PostKey | undefined): () => void {
  const passed = new Map<string, PostKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    markSeen([...passed.values()]);
    passed.clear();
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting || boundingClientRect.bottom > 0) continue; // below, or still there
      const post = postAt([...list.children].indexOf(target));
      if (post !== undefined) passed.set(`${post.service}/${post.user}/${post.id}`, post);
    }
    clearTimeout(timer);
    if (passed.size > 0) timer = setTimeout(keep, TOGETHER_MS);
  });
  for (const card of list.children) watcher.observe(card);
  return () => {
    watcher.disconnect();
    clearTimeout(timer);
    if (passed.size > 0) keep();
  };
}
