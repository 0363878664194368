/** Offline write queue: how the app and its service worker send it, and what each response means. */

/** Web Lock: one tab or the service worker sends at a time. */
export const QUEUE_LOCK = "queue";
/** Background Sync tag. */
export const QUEUE_SYNC = "queue";

/** Request timeout; the request is sent again later with the same key. */
export const QUEUE_TIMEOUT_MS = 20_000;

/** A queued action. */
export interface Sendable {
  idempotencyKey: string;
  method: string;
  /** Path under `/api`. */
  address: string;
  body?: unknown;
  /** Set when the server rejected the action: it is not sent again. */
  refused?: string;
}

/** `done`: accepted. `refused`: rejected permanently, shown to the user. `later`: retried, while later actions wait. */
export type Verdict = "done" | "refused" | "later";

/** Init argument of `fetch`. */
export interface QueueRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** URL and request of an action. */
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
  // Request Timeout, Too Early and Too Many Requests are temporary.
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status) ? "refused" : "later";
}

/** Response fields that are used. */
interface QueueResponse {
  status: number;
  statusText: string;
  headers: { get: (name: string) => string | null };
}

/** Storage of the queue: Dexie in the app, plain IndexedDB in the service worker. */
export interface QueueStore<Row extends Sendable> {
  /** Oldest first. */
  all: () => Promise<Row[]>;
  remove: (row: Row) => Promise<void>;
  /** Marks a row as rejected, unless it was replaced in the meantime. */
  refuse: (row: Row, reason: string) => Promise<void>;
  /** Rejects or resolves to undefined if there is no response. */
  send: (address: string, request: QueueRequest) => Promise<QueueResponse | undefined>;
}

export interface SendResult {
  isDone: boolean;
  /** Retry delay requested by the server, in milliseconds. */
  waitMs?: number | undefined;
}

/**
 * Sends the actions in order until one has to wait. An action replaced while it was being sent is followed by its
 * replacement. The caller holds QUEUE_LOCK.
 */
export async function sendAll<Row extends Sendable>(queue: QueueStore<Row>): Promise<SendResult> {
  for (;;) {
    const row = (await queue.all()).find(({ refused }) => refused === undefined);
    if (row === undefined) return { isDone: true };
    const response = await queue.send(...requestOf(row)).catch(() => undefined);
    const verdict = response === undefined ? "later" : verdictOf(response.status);
    if (verdict === "later") return { isDone: false, waitMs: waitOf(response) };
    if (verdict === "done") await queue.remove(row);
    else await queue.refuse(row, `${response?.status} ${response?.statusText}`.trim());
  }
}

/** Seconds of `Retry-After`; this archive does not use the date form. */
function waitOf(response: QueueResponse | undefined): number | undefined {
  const seconds = response?.headers.get("retry-after");
  return seconds != null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
