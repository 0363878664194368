import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isReturn } from "../../lib/navigation-type.ts";

/** History entries already scrolled; the router restores their position on return. */
const arrived = new Set<string>();

/** Initial position in a page of messages. */
export type Arrival = "end" | "start" | { element: string };

/** Scrolls to the initial position, once per history entry. */
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
    // After the router's scroll restoration.
    const frame = requestAnimationFrame(() => {
      arrived.add(key);
      if (isElement) document.getElementById(goal)?.scrollIntoView({ block: "center" });
      else scrollTo({ top: goal === "end" ? document.documentElement.scrollHeight : 0 });
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady, goal, isElement, router]);
}
