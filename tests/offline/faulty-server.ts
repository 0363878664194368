/** The running archive behind a server that misbehaves on request: slow, broken or damaged files. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Fault of a request; `undefined` lets it pass. A line is cut after some bytes, once `when` resolves. */
export type Fault =
  | { bytesPerSecond: number }
  | { status: number }
  | { damage: true }
  | { cutAfter: number; when: Promise<void> };

export interface FaultyServer {
  url: string;
  /** Decides about each request by its path and query, and its method. */
  fault: (address: string, method: string) => Fault | undefined;
  /** Addresses of all requests, in order. */
  asked: string[];
  /** Addresses of those that were answered to the end, in order. */
  finished: string[];
  /** Addresses of those that are being answered. */
  open: Set<string>;
  /** Requests that count for `busiest`, by their address. */
  counts: (address: string) => boolean;
  /** The most requests that were answered at the same time, each with its method and address. */
  busiest: string[];
  /** The `Range` headers that came, by address. */
  ranges: Map<string, string[]>;
  stop: () => Promise<void>;
}

export async function startFaultyServer(): Promise<FaultyServer> {
  const target = new URL(process.env["ROOST_URL"] ?? "");
  const made: FaultyServer = {
    url: "",
    fault: () => undefined,
    asked: [],
    finished: [],
    open: new Set(),
    counts: () => false,
    busiest: [],
    ranges: new Map(),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const counted = new Set<string>();
  const server = createServer((asked, answer) => {
    const address = asked.url ?? "/";
    made.asked.push(address);
    const { range } = asked.headers;
    if (range !== undefined) made.ranges.set(address, [...(made.ranges.get(address) ?? []), range]);
    made.open.add(address);
    answer.once("close", () => made.open.delete(address));
    if (made.counts(address)) {
      const request = `${made.asked.length}. ${asked.method} ${address}`;
      counted.add(request);
      if (counted.size > made.busiest.length) made.busiest = [...counted];
      answer.once("close", () => counted.delete(request));
    }
    answer.once("finish", () => asked.method === "GET" && made.finished.push(address));
    pass(target, asked, answer, made.fault(address, asked.method ?? "GET"));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return made;
}

function pass(target: URL, asked: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): void {
  if (fault !== undefined && "status" in fault) {
    answer.writeHead(fault.status, { "cache-control": "no-store" }).end();
    return;
  }
  const headers = { ...asked.headers, host: target.host };
  const onward = request(
    { host: target.hostname, port: target.port, method: asked.method, path: asked.url, headers },
    (given) => {
      const headers = fault === undefined ? given.headers : { ...given.headers, "cache-control": "no-store" };
      answer.writeHead(given.statusCode ?? 502, headers);
      // The file may still be on its way here when the browser gives up.
      send(given, answer, asked.method === "HEAD" ? undefined : fault).catch(() => answer.destroy());
    },
  );
  onward.once("error", () => answer.destroy());
  answer.once("close", () => onward.destroy());
  asked.pipe(onward);
}

async function send(given: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): Promise<void> {
  if (fault === undefined) {
    given.pipe(answer);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of given) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if ("damage" in fault) {
    body[0] = (body[0] ?? 0) ^ 1;
    answer.end(body);
  } else if ("cutAfter" in fault) {
    answer.write(body.subarray(0, fault.cutAfter));
    await fault.when;
    answer.destroy();
  } else if ("bytesPerSecond" in fault) {
    const step = Math.max(1, Math.round(fault.bytesPerSecond / 10));
    for (let at = 0; at < body.length && !answer.destroyed; at += step) {
      if (at > 0) await new Promise((later) => setTimeout(later, 100));
      answer.write(body.subarray(at, at + step));
    }
    if (!answer.destroyed) answer.end();
  }
}
