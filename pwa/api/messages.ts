/** The words for each failure of a call (spec section 8). */
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors.ts";

const FAILED = "Failed to fetch from API";

/** One sentence for the visitor. */
export function errorMessage(error: unknown): string {
  if (error instanceof HttpError) return httpMessage(error.status, error.message);
  if (error instanceof NetworkError) return "Failed to fetch due to client settings.";
  if (error instanceof TimeoutError) return "The server took too long to answer.";
  if (error instanceof ContractError)
    return "The server sent something this app does not understand. This is our fault.";
  return error instanceof Error && error.message !== "" ? error.message : "Unexpected Application Error!";
}

function httpMessage(status: number, body: string): string {
  const detail = body === "" ? "" : ` ${body}`;
  if (status === 401) return `${FAILED} due to lack of credentials.`;
  if (status === 400 || status === 422) return `${FAILED} due to client inputs.${detail}`;
  if (status === 404) return `${FAILED} because path doesn't exist.${detail}`;
  if (status === 503) return "API is in maintenance or not available.";
  if (status >= 500) return `${FAILED} due to server error.`;
  return `${FAILED} for unknown reasons.`;
}

/** Where a failure comes from, as the error screen says it (spec section 2). */
export function errorOrigin(error: unknown): string {
  if (!(error instanceof HttpError)) return "Client";
  return error.status === 503 ? "Server (no need to report)" : "Server";
}

/** Whether asking again could help: not for answers that will stay the same. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500 && error.status !== 503;
  return error instanceof TimeoutError;
}
