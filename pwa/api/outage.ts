import { HttpError, NetworkError, TimeoutError } from "./errors.ts";

/** Whether nobody could answer: no line, no server, no search engine. Then what is on the device may. */
export function isOutage(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500;
  return error instanceof NetworkError || error instanceof TimeoutError;
}
