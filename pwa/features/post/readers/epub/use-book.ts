import { useEffect, useState } from "react";
import { createWorkerClient, type WorkerClient, WorkerGoneError } from "../../../../lib/worker-rpc/client.ts";
import type { ReaderFault } from "../reader.ts";
import workerAddress from "./epub.worker.ts?worker&url";
import type { Book, EpubMethods } from "./worker-api.ts";

/** Timeout of one step of the worker, which is ended then. */
const STEP_TIMEOUT_MS = 20_000;

export type BookWorker = WorkerClient<EpubMethods>;

export type BookState =
  | { status: "opening" }
  | { status: "failed"; fault: ReaderFault }
  | { status: "ready"; book: Book; worker: BookWorker };

const FAULTS: readonly string[] = ["broken", "large", "missing", "offline", "protected", "slow"];

/** Opens a book. */
export function useBook(address: string): { state: BookState; reopen: () => void } {
  const [state, setState] = useState<BookState>({ status: "opening" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the file again
  useEffect(() => {
    const worker = createWorkerClient<EpubMethods, Record<string, never>>(workerAddress, "epub", {});
    let isOver = false;
    const open = async () => {
      await worker.call("load", address);
      return await inTime(worker, worker.call("open"));
    };
    open().then(
      (book) => isOver || setState({ status: "ready", book, worker }),
      (error: unknown) => isOver || setState({ status: "failed", fault: bookFault(error) }),
    );
    return () => {
      isOver = true;
      worker.stop();
    };
  }, [address, attempt]);
  const reopen = () => {
    setState({ status: "opening" });
    setAttempt((last) => last + 1);
  };
  return { state, reopen };
}

export function bookFault(error: unknown): ReaderFault {
  if (error instanceof WorkerGoneError) return navigator.onLine ? "slow" : "reader";
  const name = error instanceof Error ? error.name : "";
  return FAULTS.includes(name) ? (name as ReaderFault) : "broken";
}

/** Ends the worker if the call takes too long: the call then rejects with a WorkerGoneError. */
export async function inTime<T>(worker: BookWorker, call: Promise<T>): Promise<T> {
  const timer = setTimeout(() => worker.stop(), STEP_TIMEOUT_MS);
  try {
    return await call;
  } finally {
    clearTimeout(timer);
  }
}
