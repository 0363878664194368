/** Opens and closes the listening socket. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type Koa from "koa";

const STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

export interface Listening {
  server: Server;
  port: number;
  /** Stops accepting connections and waits briefly for running requests. */
  close(): Promise<void>;
}

/** @param port 0 for a free one */
export async function listen(app: Koa, port: number, host: string): Promise<Listening> {
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 },
    app.callback(),
  );
  answerBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port, close: () => close(server) };
}

/**
 * Answers requests rejected by the HTTP parser (a raw NUL, a URL of a megabyte). The rest of the request
 * is briefly read and discarded: closing at once would reset the connection before the client reads the response.
 */
function answerBrokenRequests(server: Server): void {
  const answered = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUS[error.code ?? ""] ?? "400 Bad Request";
    const body = JSON.stringify({ error: status.slice(4) });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    socket.removeAllListeners("data");
    socket.on("error", () => socket.destroy());
    socket.resume();
    setTimeout(() => socket.destroy(), 1_000).unref();
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 5_000);
  await closed;
  clearTimeout(timer);
}
