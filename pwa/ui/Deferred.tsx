import { type ReactNode, useDeferredValue, useState } from "react";
import { isForward } from "../lib/navigation-type.ts";
import styles from "./Deferred.module.css";

/**
 * Below-the-fold content after an in-app navigation: rendered in a separate frame, so that the text above does not wait
 * for it. Rendered immediately on page load and on Back, because restoring the scroll position needs the full height.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  return useIsDue() ? children : <div className={styles.spacer} />;
}

/** Like `BelowFold`, for content that is not visible at first, such as the inside of a menu. */
export function OutOfView({ children }: { children: ReactNode }) {
  return useIsDue() ? children : null;
}

function useIsDue(): boolean {
  const [isImmediate] = useState(() => !isForward());
  return useDeferredValue(true, isImmediate);
}
