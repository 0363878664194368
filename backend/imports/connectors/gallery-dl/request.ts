/** Sends requests through the proxy of the run, which Node 20's fetch does not support. */
import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { connect } from "node:tls";

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Does not follow redirects. @throws Error without a response */
export type Get = (url: string, headers: Record<string, string>) => Promise<Answer>;

export const get: Get = async (url, headers) => {
  const { hostname, pathname, search } = new URL(url);
  const socket = connect({ socket: await tunnelTo(hostname), servername: hostname });
  const address = { host: hostname, defaultPort: 443, path: pathname + search };
  const request = httpsRequest({
    ...address,
    headers,
    createConnection: () => socket,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  request.end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += (part as Buffer).length;
    if (size > MAX_BODY_BYTES) throw new Error(`${hostname} sends too much`);
    parts.push(part as Buffer);
  }
  socket.destroy();
  const { statusCode: status = 0, headers: received } = response;
  return { status, headers: received, body: Buffer.concat(parts).toString("utf8") };
};

async function tunnelTo(host: string): Promise<Socket> {
  const { hostname, port, username, password } = new URL(process.env["HTTPS_PROXY"] ?? "");
  const request = httpRequest({
    ...{ host: hostname, port, method: "CONNECT", path: `${host}:443` },
    headers: {
      Host: `${host}:443`,
      "Proxy-Authorization": `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  request.end();
  const [response, socket] = (await once(request, "connect")) as [IncomingMessage, Socket];
  if (response.statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`the proxy answers ${response.statusCode} for ${host}`);
}
