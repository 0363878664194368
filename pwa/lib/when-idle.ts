/** Runs a step when the browser is idle. @returns cancel */
export function whenIdle(step: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(step, 2_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(step);
  return () => cancelIdleCallback(handle);
}
