/** CONNECT proxy on loopback for one run, limited to the hosts of its manifest: a connector's only network access. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isPublicAddress, type Lookup, lookUp } from "#backend/public-address.ts";

export interface ProxyLimits {
  /** Maximum of open tunnels. */
  tunnels: number;
  connectMilliseconds: number;
  /** Idle timeout of a tunnel. */
  idleMilliseconds: number;
  /** Maximum received by all tunnels. */
  bytes: number;
}

export const PROXY_LIMITS: ProxyLimits = {
  tunnels: 32,
  connectMilliseconds: 10_000,
  idleMilliseconds: 120_000,
  bytes: 200 * 1024 ** 3,
};

export interface ProxyOptions {
  /** `www.example.com`; `*.example.com` for all subdomains but not the domain itself. */
  hosts: readonly string[];
  lookup?: Lookup;
  limits?: Partial<ProxyLimits>;
  /** For tests: allows names that resolve to 127.0.0.1, with this port instead of 443. */
  loopbackPort?: number;
  /** Called with the reason for a refused connection; the host is its only text from the connector. */
  onRefused?: (reason: string) => void;
}

const PORT = 443;
/** A host name and a port. Manifests contain no IPv6 addresses and no names with a trailing dot. */
const AUTHORITY = /^([a-z0-9.-]{1,253}):(\d{1,5})$/i;

class Refusal extends Error {
  readonly status: string;
  constructor(status: string, message: string) {
    super(message);
    this.status = status;
  }
}

export class EgressProxy {
  /** `http://user:password@127.0.0.1:port` once listening; the credentials are valid for this run only. */
  url = "";
  readonly #options: ProxyOptions;
  readonly #limits: ProxyLimits;
  readonly #server: Server;
  readonly #credentials: Buffer;
  readonly #sockets = new Set<Socket>();
  #tunnels = 0;
  #received = 0;

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#limits = { ...PROXY_LIMITS, ...options.limits };
    const password = randomBytes(24).toString("hex");
    this.#credentials = Buffer.from(`Basic ${Buffer.from(`run:${password}`).toString("base64")}`);
    this.#server = createServer(
      { connectionsCheckingInterval: 5_000, headersTimeout: 10_000 },
      (_, response) => {
        this.#options.onRefused?.("a request without TLS");
        response.writeHead(405, { Allow: "CONNECT", Connection: "close" }).end();
      },
    );
    this.#server.maxHeadersCount = 50;
    this.#server.on("connection", (socket) => {
      this.#keep(socket);
      socket.setTimeout(this.#limits.idleMilliseconds, () => socket.destroy());
    });
    this.#server.on("connect", (request, socket, head) => void this.#tunnel(request, socket, head));
    this.#server.on("clientError", (_, socket) => socket.destroy());
    this.url = `http://run:${password}@127.0.0.1`;
  }

  static async start(options: ProxyOptions): Promise<EgressProxy> {
    const proxy = new EgressProxy(options);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    proxy.url += `:${(proxy.#server.address() as AddressInfo).port}`;
    return proxy;
  }

  /** Ends all tunnels. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {}); // followed by `close`
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on("error", () => {}); // followed by `close`
    try {
      this.#authenticate(request);
      const host = this.#hostOf(request.url ?? "");
      if (this.#tunnels >= this.#limits.tunnels)
        throw new Refusal("503 Service Unavailable", `${host}: too many tunnels`);
      this.#tunnels += 1;
      client.once("close", () => {
        this.#tunnels -= 1;
      });
      this.#join(client, await this.#connect(host), head);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#options.onRefused?.(error.message);
      const challenge = error.status.startsWith("407") ? "Proxy-Authenticate: Basic\r\n" : "";
      client.end(`HTTP/1.1 ${error.status}\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      client.resume(); // `end` is emitted only while reading
    }
  }

  #authenticate(request: IncomingMessage): void {
    const given = Buffer.from(request.headers["proxy-authorization"] ?? "");
    if (given.length !== this.#credentials.length || !timingSafeEqual(given, this.#credentials))
      throw new Refusal("407 Proxy Authentication Required", "wrong credentials");
  }

  #hostOf(authority: string): string {
    const [, host = "", port] = AUTHORITY.exec(authority) ?? [];
    const name = host.toLowerCase();
    if (!this.#options.hosts.some((pattern) => isHostOf(pattern, name)))
      throw new Refusal("403 Forbidden", `${name.slice(0, 253) || "a host"} is not in the manifest`);
    if (Number(port) !== PORT) throw new Refusal("403 Forbidden", `${name}: port ${port} is not 443`);
    return name;
  }

  /** Resolves the name once and connects to the checked address. */
  async #connect(host: string): Promise<Socket> {
    const { lookup = lookUp, loopbackPort } = this.#options;
    const addresses = await lookup(host).catch(() => []);
    if (addresses.length === 0) throw new Refusal("502 Bad Gateway", `${host} has no address`);
    const isAllowed = (address: string) =>
      isPublicAddress(address) || (loopbackPort !== undefined && address === "127.0.0.1");
    if (!addresses.every(isAllowed))
      throw new Refusal("403 Forbidden", `${host} has an address that is not public`);
    for (const address of addresses) {
      const port = address === "127.0.0.1" ? (loopbackPort ?? PORT) : PORT;
      const socket = await this.#open(address, port);
      if (socket !== undefined) return socket;
    }
    throw new Refusal("502 Bad Gateway", `${host} cannot be reached`);
  }

  #open(host: string, port: number): Promise<Socket | undefined> {
    return new Promise((settle) => {
      const socket = connect({ host, port });
      this.#keep(socket);
      const fail = () => {
        socket.destroy();
        settle(undefined);
      };
      socket.setTimeout(this.#limits.connectMilliseconds, fail);
      socket.once("error", fail);
      socket.once("close", fail); // the proxy was closed
      socket.once("connect", () => {
        socket.off("close", fail);
        settle(socket);
      });
    });
  }

  #join(client: Duplex, upstream: Socket, head: Buffer): void {
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    upstream.removeAllListeners("timeout");
    upstream.setTimeout(this.#limits.idleMilliseconds, end); // bytes of both directions pass through it
    upstream.on("close", end);
    client.on("close", end);
    if (client.destroyed) {
      end();
      return;
    }
    upstream.on("data", (bytes: Buffer) => {
      this.#received += bytes.length;
      if (this.#received <= this.#limits.bytes) return;
      this.#options.onRefused?.("more bytes than the limit allows");
      end();
    });
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) upstream.write(head);
    upstream.pipe(client).pipe(upstream);
  }
}

function isHostOf(pattern: string, host: string): boolean {
  return pattern.startsWith("*.")
    ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1
    : host === pattern;
}
