import { HttpError, NetworkError, TimeoutError } from "../../api/errors.ts";

/** No response, or a failing server: a stored copy is shown instead. */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    error instanceof TimeoutError ||
    (error instanceof HttpError && (error.status >= 500 || error.status === 429))
  );
}
