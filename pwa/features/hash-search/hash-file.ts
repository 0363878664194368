/** The SHA-256 of a file, computed on the device. */
import { scriptAddress } from "../../lib/script-address.ts";
import workerAddress from "./hash.worker.ts?worker&url";
import type { HashAnswer, HashQuestion } from "./hash-messages.ts";

/** The file is gone, changed meanwhile, or the worker cannot start. */
export class HashError extends Error {
  override name = "HashError";
}

let worker: Worker | undefined;
let asked = 0;

/**
 * @param onDone told how many bytes are done
 * @returns 64 lower-case hex digits
 * @throws HashError
 */
export function hashFile(file: Blob, onDone: (bytes: number) => void): Promise<string> {
  worker ??= new Worker(scriptAddress(workerAddress) as string, { type: "module", name: "hash" });
  const current = worker;
  const question: HashQuestion = { id: ++asked, file };
  return new Promise<string>((resolve, reject) => {
    const controller = new AbortController();
    const { signal } = controller;
    const end = (act: () => void) => {
      controller.abort();
      act();
    };
    const hear = ({ data }: MessageEvent<HashAnswer>) => {
      if (data.id !== question.id) return;
      if ("done" in data) onDone(data.done);
      else if ("hash" in data) end(() => resolve(data.hash));
      else end(() => reject(new HashError()));
    };
    const fail = () =>
      end(() => {
        worker = undefined;
        reject(new HashError());
      });
    current.addEventListener("message", hear, { signal });
    current.addEventListener("error", fail, { signal });
    current.postMessage(question);
  });
}
