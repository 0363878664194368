import { HttpError, NetworkError, TimeoutError } from "../../api/errors.ts";

/** True if there was no response or the server is failing: a stored copy is shown instead. */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    error instanceof TimeoutError ||
    (error instanceof HttpError && (error.status >= 500 || error.status === 429))
  );
}
