/** A thread that copies small files (copier.ts), so that an import reads metadata and copies files at the same time. */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { IS_BUILT, serverFile } from "../server-files.ts";
import type { HashedFile } from "./storage.ts";

/** copier.ts as the build makes it, or its source with tsx, which threads do not inherit. */
function startProgram(): Worker {
  if (IS_BUILT) return new Worker(serverFile("copier.js"));
  const tsx = createRequire(import.meta.url).resolve("tsx/cjs");
  const source = `for (const file of ${JSON.stringify([tsx, serverFile("files/copier.ts")])}) require(file);`;
  return new Worker(source, { eval: true });
}

export interface CopyRequest {
  id: number;
  /** Descriptor of the open file, which threads share. */
  file: number;
  target: string;
}

export interface CopyReply {
  id: number;
  /** Undefined if the file is too large for this thread. */
  copied?: HashedFile | undefined;
  fault?: { message: string; code: string | undefined };
}

/** Starts with the first copy; keeps the process running only while it copies. */
export class CopierThread {
  readonly #replies = new Map<number, (reply: CopyReply | Error) => void>();
  #worker: Worker | undefined;
  #lastId = 0;

  /**
   * Copies an open file to a new one, and hashes it.
   * @returns undefined if the file is too large for this thread
   * @throws errors of the file system, with their `code`
   */
  async copy(file: number, target: string): Promise<HashedFile | undefined> {
    const worker = this.#start();
    const id = ++this.#lastId;
    worker.ref();
    const reply = await new Promise<CopyReply | Error>((resolve) => {
      this.#replies.set(id, resolve);
      worker.postMessage({ id, file, target } satisfies CopyRequest);
    });
    if (this.#replies.size === 0) worker.unref();
    if (reply instanceof Error) throw reply;
    if (reply.fault !== undefined)
      throw Object.assign(new Error(reply.fault.message), { code: reply.fault.code });
    // A buffer arrives as plain bytes.
    return reply.copied && { ...reply.copied, head: Buffer.from(reply.copied.head) };
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = startProgram();
    this.#worker = worker;
    worker.on("message", (reply: CopyReply) => {
      const settle = this.#replies.get(reply.id);
      this.#replies.delete(reply.id);
      settle?.(reply);
    });
    let cause: Error | undefined;
    worker.on("error", (error) => {
      cause = error; // the end follows
    });
    worker.on("exit", (code) => {
      this.#worker = undefined;
      const error = cause ?? new Error(`The thread that copies files ended with ${code}.`);
      for (const settle of this.#replies.values()) settle(error);
      this.#replies.clear();
    });
    return worker;
  }
}
