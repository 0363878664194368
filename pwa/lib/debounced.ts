import { useEffect, useState } from "react";

/** Returns `value` once it has been unchanged for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

/** True once `isBusy` has been true for `ms` without a break; becomes false immediately. */
export function useStalled(isBusy: boolean, ms: number): boolean {
  const [isStalled, setIsStalled] = useState(false);
  useEffect(() => {
    if (!isBusy) return setIsStalled(false);
    const timer = setTimeout(() => setIsStalled(true), ms);
    return () => clearTimeout(timer);
  }, [isBusy, ms]);
  return isBusy && isStalled;
}
