/** The list of creators as the screens ask it: answered by a worker, which is started with the first question. */
import { HttpError, NetworkError } from "../../api/errors.ts";
import { createStore } from "../../lib/create-store.ts";
import { scriptAddress } from "../../lib/script-address.ts";
import type { Page } from "./find.ts";
import workerAddress from "./list.worker.ts?worker&url";
import type { Answer, Problem, Question } from "./list-worker-api.ts";

export interface FoundPage {
  page: Page;
  /** When the server gave the list, where this is the copy of the device and no news has come yet. */
  storedAt: number | undefined;
}

interface Waiting {
  resolve: (found: FoundPage) => void;
  reject: (error: unknown) => void;
}

const waiting = new Map<number, Waiting>();
/** Counts the changes of the list. */
const changes = createStore(0);
let worker: Worker | undefined;
let asked = 0;

/** A page of the creators that match. @throws HttpError, NetworkError where the list cannot be loaded */
export function askList(wanted: Question["wanted"]): Promise<FoundPage> {
  worker ??= start();
  const question: Question = { id: ++asked, wanted };
  return new Promise((resolve, reject) => {
    waiting.set(question.id, { resolve, reject });
    worker?.postMessage(question);
  });
}

/** Calls back when the list has changed. @returns unsubscribes */
export const onListChange = changes.subscribe;

function start(): Worker {
  const started = new Worker(scriptAddress(workerAddress) as string, { type: "module", name: "creators" });
  started.addEventListener("message", ({ data }: MessageEvent<Answer>) => hear(data));
  // A worker that cannot start answers nobody: each of them is told, and the next question starts another.
  started.addEventListener("error", () => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new NetworkError("/api/v1/creators"));
    waiting.clear();
  });
  return started;
}

function hear(answer: Answer): void {
  if ("changed" in answer) {
    changes.set((count) => count + 1);
    return;
  }
  const asker = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ("page" in answer) asker?.resolve({ page: answer.page, storedAt: answer.storedAt });
  else asker?.reject(errorOf(answer.problem));
}

function errorOf(problem: Problem | "network"): Error {
  if (problem === "network") return new NetworkError("/api/v1/creators");
  const { status, statusText, url, message, retryAfter } = problem;
  return new HttpError(
    { status, statusText, url, headers: new Headers({ "retry-after": retryAfter }) },
    message,
  );
}
