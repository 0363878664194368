import { HttpError, NetworkError, TimeoutError } from "../../api/errors.ts";

/** The server did not answer, or not as it should: a copy is better than nothing. */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    error instanceof TimeoutError ||
    (error instanceof HttpError && (error.status >= 500 || error.status === 429))
  );
}
