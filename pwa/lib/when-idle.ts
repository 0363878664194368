/** Runs a step when the browser has nothing else to do. @returns takes it back */
export function whenIdle(step: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(step, 2_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(step);
  return () => cancelIdleCallback(handle);
}
