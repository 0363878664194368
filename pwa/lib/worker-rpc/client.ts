/** Client of a worker: calls that return promises, and events that the worker emits. */
import { deviceCiphers } from "../device-ciphers.ts";
import { scriptAddress } from "../script-address.ts";
import type { Message, Methods, Request } from "./protocol.ts";

/** The worker could not start, crashed, or was stopped with pending calls. */
export class WorkerGoneError extends Error {
  override name = "WorkerGoneError";
}

type Arguments<F> = F extends (...args: infer A) => unknown ? A : never;
type Result<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

export interface WorkerClient<M> {
  /**
   * Starts the worker if needed.
   * @throws WorkerGoneError; an Error with the name and message of what the method threw
   */
  call: <N extends keyof M & string>(method: N, ...args: Arguments<M[N]>) => Promise<Result<M[N]>>;
  /** A call without a result; failures are silent. */
  send: <N extends keyof M & string>(method: N, ...args: Arguments<M[N]>) => void;
  /** Number of calls without a result yet. */
  pending: () => number;
  /** Terminates the worker and rejects its pending calls; the next call starts a new one. */
  stop: () => void;
}

/**
 * Creates a client; the worker starts with the first call.
 * @param address from `?worker&url`
 * @param listeners one for each event of the worker
 * @param readsCopies of workers that read or write what the device has stored: they get its key, for `setDeviceKey`
 */
export function createWorkerClient<M extends Methods<M>, E extends object>(
  address: string,
  name: string,
  listeners: { [N in keyof E]: (value: E[N]) => void },
  { readsCopies = false }: { readsCopies?: boolean } = {},
): WorkerClient<M> {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let worker: Worker | undefined;
  let lastId = 0;

  const stop = (reason = "The worker was stopped.") => {
    worker?.terminate();
    worker = undefined;
    const calls = [...waiting.values()];
    waiting.clear();
    for (const { reject } of calls) reject(new WorkerGoneError(reason));
  };
  const receive = (message: Message) => {
    if ("event" in message) return listeners[message.event as keyof E](message.value as E[keyof E]);
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if ("result" in message) call?.resolve(message.result as never);
    else call?.reject(Object.assign(new Error(message.error.message), { name: message.error.name }));
  };
  const start = () => {
    const started = new Worker(scriptAddress(address) as string, { type: "module", name });
    // Ignores messages of a terminated worker that are still queued.
    started.onmessage = ({ data }: MessageEvent<Message>) => started === worker && receive(data);
    started.onerror = () => started === worker && stop("The worker failed.");
    const key = deviceCiphers()?.key;
    if (readsCopies && key !== undefined)
      started.postMessage({ id: ++lastId, method: "setDeviceKey", args: [key] } satisfies Request);
    return started;
  };
  const call: WorkerClient<M>["call"] = (method, ...args) =>
    new Promise((resolve, reject) => {
      worker ??= start();
      const id = ++lastId;
      worker.postMessage({ id, method, args } satisfies Request);
      waiting.set(id, { resolve, reject });
    });
  return {
    call,
    send: (method, ...args) => void call(method, ...args).catch(() => {}),
    pending: () => waiting.size,
    stop: () => stop(),
  };
}
