/** Handles requests to stop a command line program. */

const POLL_INTERVAL_MS = 250;

/**
 * Calls `stop` with a line to print on Ctrl-C, on a termination signal, and when npm is gone. A second signal
 * ends the process immediately.
 */
export function onInterrupt(stop: (line: string) => void): void {
  process.once("SIGINT", () => stop("\nStopping ..."));
  process.once("SIGTERM", () => stop("Stopping ..."));
  process.once("SIGHUP", () => stop("Stopping ..."));
  watchParent(() => stop("npm is gone; stopping ..."));
}

/** Detects that npm was killed with -9: it passes no signal on, and Ctrl-C no longer reaches its programs. */
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
