/** Searches the list of creators in a worker, which starts with the first search. */
import { HttpError, NetworkError } from "../../../api/errors.ts";
import { createStore } from "../../../lib/create-store.ts";
import { createWorkerClient } from "../../../lib/worker-rpc/client.ts";
import type { PageWithSimilar } from "./find.ts";
import workerAddress from "./list.worker.ts?worker&url";
import type { ListEvents, ListMethods, Problem } from "./list-worker-api.ts";

export interface FoundPage {
  page: PageWithSimilar;
  /** Age of a stored list that the server has not confirmed yet. */
  storedAt: number | undefined;
}

/** Number of changes of the list. */
const changes = createStore(0);
const worker = createWorkerClient<ListMethods, ListEvents>(
  workerAddress,
  "creators",
  {
    changed: () => changes.set((count) => count + 1),
  },
  { readsCopies: true },
);

/** One page of matching creators. @throws HttpError or NetworkError if the list cannot be loaded */
export async function findCreators(...args: Parameters<ListMethods["find"]>): Promise<FoundPage> {
  const found = await worker.call("find", ...args).catch(() => ({ problem: "network" }) as const);
  if ("problem" in found) throw errorOf(found.problem);
  return found;
}

/** Calls a listener after changes of the list. @returns unsubscribe */
export const onListChange = changes.subscribe;

function errorOf(problem: Problem | "network"): Error {
  if (problem === "network") return new NetworkError("/api/v1/creators");
  const { status, statusText, url, message, retryAfter } = problem;
  return new HttpError(
    { status, statusText, url, headers: new Headers({ "retry-after": retryAfter }) },
    message,
  );
}
