/** Actions that wait for a line: how each is sent and what its answer means; the app and its worker agree on both. */

/** Only one of the app's tabs and the worker sends at a time: name of the Web Lock. */
export const QUEUE_LOCK = "queue";
/** Tag of the Background Sync. */
export const QUEUE_SYNC = "queue";

/** Longer than this none is waited for; it is sent again then, under the same key. In milliseconds. */
export const QUEUE_TIMEOUT = 20_000;

/** What is looked at of a queued action. */
export interface Sendable {
  idempotencyKey: string;
  method: string;
  /** Under `/api`. */
  address: string;
  body?: unknown;
}

/** `done`: the server has it. `refused`: it never will, a person should know. `later`: it may, and what comes after it waits too. */
export type Verdict = "done" | "refused" | "later";

/** For `fetch`, which the app and the worker have and the server need not. */
export interface QueueRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Address and request. */
export function requestOf({ idempotencyKey, method, address, body }: Sendable): [string, QueueRequest] {
  return [
    `/api${address}`,
    {
      method,
      headers: {
        accept: "application/json",
        "idempotency-key": idempotencyKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  ];
}

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return "done";
  // Request Timeout, Too Early and Too Many Requests pass.
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status) ? "refused" : "later";
}
