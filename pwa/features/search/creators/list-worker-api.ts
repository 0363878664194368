/** Interface of the worker with the list of creators. */

import type { SetDeviceKey } from "../../../lib/worker-rpc/set-device-key.ts";
import type { PageWithSimilar, Wanted } from "./find.ts";

/** An error response of the server. */
export interface Problem {
  status: number;
  statusText: string;
  url: string;
  message: string;
  retryAfter: string;
}

export type FindResult =
  /** `storedAt`: time of a stored list that the server has not confirmed yet. */
  | { page: PageWithSimilar; storedAt: number | undefined }
  /** The list could not be loaded; the next call retries. */
  | { problem: Problem | "network" };

export interface ListMethods {
  setDeviceKey: SetDeviceKey;
  find: (wanted: Wanted & { o?: string | undefined }) => Promise<FindResult>;
}

export interface ListEvents {
  /** The list changed; earlier results may be outdated. */
  changed: undefined;
}
