/** Worker side: serves method calls and emits events. */
import type { Message, Methods, Request } from "./protocol.ts";

/**
 * Serves the methods. Calls run concurrently; a method that throws rejects the call with the error's name and message.
 * @returns a function that emits an event to the page
 */
export function serve<M extends Methods<M>, E extends object>(
  methods: M,
): <N extends keyof E & string>(event: N, value: E[N]) => void {
  // Safe cast: the page's client is typed by the same methods.
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
