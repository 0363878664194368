/** The four ways a call can fail. */

import { FORGET_DEVICE } from "#shared/contracts/refusals.ts";

/** The server responded with an error status; `message` is the server's text. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  /** Time until which the server asked to wait (`Retry-After`). */
  readonly retryAt: number | undefined;
  /** True if the device was locked out: the browser deletes what is stored, where the connection is secure. */
  readonly isForgotten: boolean;
  readonly at = Date.now();
  constructor(
    response: Pick<Response, "status" | "statusText" | "url"> & { headers?: Headers },
    message: string,
  ) {
    super(message);
    this.isForgotten = response.status === 401 && response.headers?.has(FORGET_DEVICE) === true;
    this.retryAt = parseRetryAfter(response.headers?.get("retry-after"));
    this.status = response.status;
    this.statusText = response.statusText;
    this.url = response.url;
  }

  /** True if missing or taken down. */
  get isMissing(): boolean {
    return this.status === 404 || this.status === 451;
  }
}

/** Parses seconds from now, or a date. */
function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  const moment = Number.isFinite(seconds) ? Date.now() + Math.max(0, seconds) * 1000 : Date.parse(header);
  return Number.isNaN(moment) ? undefined : moment;
}

/** No response: offline, a refused connection or a blocked request. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** The response took longer than the timeout. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
  readonly at = Date.now();
}

/** The response does not match its contract: a bug, never the visitor's fault. */
export class ContractError extends Error {
  override name = "ContractError";
}
