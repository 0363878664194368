/** What the worker that holds the list of creators offers. */
import type { PageWithSimilar, Wanted } from "./find.ts";

/** An answer of the server that is not a success. */
export interface Problem {
  status: number;
  statusText: string;
  url: string;
  message: string;
  retryAfter: string;
}

export type FindResult =
  /** `storedAt`: when the server gave the list, where this is the stored copy and not confirmed yet. */
  | { page: PageWithSimilar; storedAt: number | undefined }
  /** The list could not be loaded; the next call tries again. */
  | { problem: Problem | "network" };

export interface ListMethods {
  find: (wanted: Wanted & { o?: string | undefined }) => Promise<FindResult>;
}

export interface ListEvents {
  /** The list changed: an earlier search may have other results. */
  changed: undefined;
}
