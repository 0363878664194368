import { type RefObject, useEffect, useRef } from "react";
import { usePrivate } from "../../../lib/private-session.ts";
import type { PostKey } from "./marks.ts";
import { marksScrolled } from "./store.ts";

/**
 * Marks posts as they scroll out at the top, if enabled.
 * @param posts undefined for items that are not posts
 */
export function useScrollMarks(
  list: RefObject<Element | null>,
  posts: readonly (PostKey | undefined)[],
): void {
  const isPrivate = usePrivate();
  const isOn = marksScrolled.use() === "on" && !isPrivate;
  const shown = useRef(posts);
  shown.current = posts;
  const count = posts.length;
  useEffect(() => {
    const element = list.current;
    if (!isOn || element === null || count === 0) return;
    let end = () => {};
    let isGone = false;
    void import("./scrolled.ts").then(({ followScrolling }) => {
      if (!isGone) end = followScrolling(element, (index) => shown.current[index]);
    });
    return () => {
      isGone = true;
      end();
    };
  }, [list, isOn, count]);
}
