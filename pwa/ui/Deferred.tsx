import { type ReactNode, useDeferredValue, useState } from "react";
import { isForward } from "../lib/navigation-type.ts";
import styles from "./Deferred.module.css";

/**
 * What stands below the text of a page that was gone to: it comes in a frame of its own, so that the text does not wait
 * for it. A page that is loaded or come back to has it at once, for its height is that of the place one was at.
 */
export function Below({ children }: { children: ReactNode }) {
  return useIsDue() ? children : <div className={styles.spacer} />;
}

/** The same for what is not in view at first, such as the inside of a menu. */
export function OutOfView({ children }: { children: ReactNode }) {
  return useIsDue() ? children : null;
}

function useIsDue(): boolean {
  const [isAtOnce] = useState(() => !isForward());
  return useDeferredValue(true, isAtOnce);
}
