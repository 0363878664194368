import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isReturn } from "../../lib/navigation-type.ts";

/** History entries that have been put in their place: coming back to one, the router restores its scroll position. */
const arrived = new Set<string>();

/** Where a page of messages is read from. */
export type Arrival = "end" | "start" | { element: string };

/** Scrolls a page of messages to where reading begins, once for each entry of the history. */
export function useInitialScroll(isReady: boolean, where: Arrival): void {
  const router = useRouter();
  const goal = typeof where === "string" ? where : where.element;
  const isElement = typeof where !== "string";
  useEffect(() => {
    const key = `${router.state.location.state.__TSR_key} ${router.state.location.pathname} ${goal}`;
    if (!isReady || arrived.has(key)) return;
    if (isReturn()) {
      arrived.add(key); // after a reload
      return;
    }
    // After the router's own scrolling of a new page.
    const frame = requestAnimationFrame(() => {
      arrived.add(key);
      if (isElement) document.getElementById(goal)?.scrollIntoView({ block: "center" });
      else scrollTo({ top: goal === "end" ? document.documentElement.scrollHeight : 0 });
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady, goal, isElement, router]);
}
