/** The worker's side: answers calls with its methods, and emits events. */
import type { Message, Methods, Request } from "./protocol.ts";

/**
 * Answers the page from now on. Calls run concurrently; a method that throws rejects the call with the error's name and message.
 * @returns emits an event to the page
 */
export function serve<M extends Methods<M>, E extends object>(
  methods: M,
): <N extends keyof E & string>(event: N, value: E[N]) => void {
  // The page's client is typed by the same methods, so names and arguments fit.
  const table = methods as unknown as Record<string, (...args: unknown[]) => unknown>;
  const send = (message: Message) => self.postMessage(message);
  self.addEventListener("message", async ({ data: { id, method, args } }: MessageEvent<Request>) => {
    try {
      send({ id, result: await table[method]?.(...args) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      send({ id, error: { name, message } });
    }
  });
  return (event, value) => send({ event, value });
}
