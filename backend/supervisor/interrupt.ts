/** The ways in which a command line program is asked to end. */

const POLL_INTERVAL_MS = 250;

/**
 * Calls `stop` with a line to print on Ctrl-C, on a signal that ends a process, and when npm is gone. The same signal
 * again ends the process at once.
 */
export function onInterrupt(stop: (line: string) => void): void {
  process.once("SIGINT", () => stop("\nStopping ..."));
  process.once("SIGTERM", () => stop("Stopping ..."));
  process.once("SIGHUP", () => stop("Stopping ..."));
  watchParent(() => stop("npm is gone; stopping ..."));
}

/** npm that is killed with -9 passes no signal on, and then Ctrl-C no longer reaches the programs that it ran. */
function watchParent(onGone: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, POLL_INTERVAL_MS);
  timer.unref();
}
