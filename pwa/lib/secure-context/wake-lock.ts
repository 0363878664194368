import { useEffect } from "react";
import { browser } from "./apis.ts";

/** Keeps the screen on while `isActive`, if the browser allows it. A hidden page loses the lock and asks for it again. */
export function useWakeLock(isActive: boolean): void {
  useEffect(() => {
    const wakeLock = browser().wakeLock;
    if (!isActive || wakeLock === undefined) return;
    const ending = new AbortController();
    const request = async () => {
      if (document.visibilityState === "hidden") return;
      // Refused, for example, when the battery is low.
      const lock = await wakeLock.request("screen").catch(() => undefined);
      const release = () => void lock?.release();
      if (ending.signal.aborted) release();
      else ending.signal.addEventListener("abort", release);
    };
    void request();
    document.addEventListener("visibilitychange", request, { signal: ending.signal });
    return () => ending.abort();
  }, [isActive]);
}
