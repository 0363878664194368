/** Messages from a component test to the fake API (fake-api.ts). */

export const CONTROL = "/__fake-api";

export interface Rule {
  method: string;
  /** A regular expression for the path of the address, such as `^/api/v1/posts$`. */
  path: string;
  /** Parameters that the query must have; `null` for one that it must not have. */
  query: Record<string, string | null>;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** In place of `body`, for what is not JSON. */
  text?: string;
  /** Binary file in base64, of which ranges are answered. */
  base64?: string;
  /** Answered once this id is released. */
  hold?: string | undefined;
  /** The connection ends without an answer. */
  disconnect?: true;
  /** Number of requests it answers; all unless given. */
  times?: number;
}

export interface SeenRequest {
  method: string;
  /** Path and query. */
  address: string;
  body: string;
  isAnswered: boolean;
}

export type Command =
  /** The last one counts most. */
  | { kind: "add"; rules: Rule[] }
  /** Removes the last one of this method and path. */
  | { kind: "remove"; method: string; path: string }
  /** Every answer, until it is released. */
  | { kind: "hold"; id: string }
  | { kind: "release"; id: string }
  | { kind: "reset" }
  | { kind: "seen" };
