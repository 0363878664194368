/** Writes queued offline: how the app and its service worker send them, and what each response means. */

/** Web Lock: one tab or the service worker sends at a time. */
export const QUEUE_LOCK = "queue";
/** Tag of the Background Sync. */
export const QUEUE_SYNC = "queue";

/** Timeout of a request in milliseconds; it is sent again later with the same key. */
export const QUEUE_TIMEOUT = 20_000;

/** A queued action. */
export interface Sendable {
  idempotencyKey: string;
  method: string;
  /** Under `/api`. */
  address: string;
  body?: unknown;
  /** Set when the server rejected it: it is not sent again. */
  refused?: string;
}

/** `done`: accepted. `refused`: rejected for good, shown to the person. `later`: retried, and later actions wait. */
export type Verdict = "done" | "refused" | "later";

/** Init of `fetch`. */
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
  // Request Timeout, Too Early and Too Many Requests are temporary.
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status) ? "refused" : "later";
}

/** What is read of a response. */
interface QueueResponse {
  status: number;
  statusText: string;
  headers: { get: (name: string) => string | null };
}

/** The queue as it is stored: with Dexie in the app, with plain IndexedDB in the service worker. */
export interface QueueStore<Row extends Sendable> {
  /** Oldest first. */
  all: () => Promise<Row[]>;
  remove: (row: Row) => Promise<void>;
  /** Marks a row as refused, unless it was replaced meanwhile. */
  refuse: (row: Row, reason: string) => Promise<void>;
  /** Rejects or returns undefined where there is no response. */
  send: (address: string, request: QueueRequest) => Promise<QueueResponse | undefined>;
}

export interface SendResult {
  isDone: boolean;
  /** For how long the server asks to wait before the rest is sent, in milliseconds. */
  waitMs?: number | undefined;
}

/**
 * Sends the actions in order until one has to wait. One that was replaced while it was sent is followed by its
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

/** The seconds of `Retry-After`; its other form, a date, is not used by this archive. */
function waitOf(response: QueueResponse | undefined): number | undefined {
  const seconds = response?.headers.get("retry-after");
  return seconds != null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
