/** Sites under the names of the services on loopback, with certificates of an authority of their own. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface InventedSite extends AsyncDisposable {
  port: number;
  /** PEM of the authority. */
  caFile: string;
  /** `GET www.example.com/path` of every request, in order. */
  requests: string[];
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** @param names of the certificate; `*.` for all subdomains of one level */
export async function startInventedSite(names: string[], answer: Answer): Promise<InventedSite> {
  const folder = await mkdtemp(join(tmpdir(), "roost-invented-site-"));
  const { key, cert, caFile } = await certify(folder, names);
  const requests: string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    answer(request, response);
  });
  server.on("connection", (socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await rm(folder, { recursive: true, force: true });
  };
  return { port: (server.address() as AddressInfo).port, caFile, requests, [Symbol.asyncDispose]: close };
}

async function certify(folder: string, names: string[]) {
  const at = (name: string) => join(folder, name);
  const extensions = `subjectAltName=${names.map((name) => `DNS:${name}`).join()}\nbasicConstraints=CA:FALSE\n`;
  await writeFile(at("extensions"), extensions);
  const newKey = (file: string) => [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-keyout",
    at(file),
  ];
  await run("openssl", [
    "req",
    "-x509",
    ...newKey("ca.key"),
    "-subj",
    "/CN=Invented CA",
    "-days",
    "2",
    "-out",
    at("ca.pem"),
  ]);
  await run("openssl", [
    "req",
    "-new",
    ...newKey("site.key"),
    "-subj",
    "/CN=Invented site",
    "-out",
    at("site.csr"),
  ]);
  const signed = [
    "-CA",
    at("ca.pem"),
    "-CAkey",
    at("ca.key"),
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    at("extensions"),
  ];
  await run("openssl", ["x509", "-req", "-in", at("site.csr"), ...signed, "-out", at("site.pem")]);
  return { key: await readFile(at("site.key")), cert: await readFile(at("site.pem")), caFile: at("ca.pem") };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}
