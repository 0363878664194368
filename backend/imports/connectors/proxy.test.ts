import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EgressProxy, type ProxyOptions } from "./proxy.ts";

const HOSTS = ["www.patreon.com", "*.fanbox.cc"];
const closing: (() => unknown)[] = [];
/** Sockets that the proxy has opened. Test files that ran before in this process may still open others. */
const opened: Socket[] = [];
const note = (message: unknown) => {
  if (new Error().stack?.includes("/connectors/proxy.ts:"))
    opened.push((message as { socket: Socket }).socket);
};
const outgoing = () => opened.length;

beforeEach(() => subscribe("net.client.socket", note));
afterEach(async () => {
  unsubscribe("net.client.socket", note);
  opened.length = 0;
  for (const close of closing.splice(0).reverse()) await close();
});

async function startProxy(options: Partial<ProxyOptions> = {}) {
  const refused: string[] = [];
  const asked: string[] = [];
  const { lookup = async () => ["127.0.0.1"] } = options;
  const proxy = await EgressProxy.start({
    hosts: HOSTS,
    onRefused: (reason) => refused.push(reason),
    ...options,
    lookup: (host) => {
      asked.push(host);
      return lookup(host);
    },
  });
  closing.push(() => proxy.close());
  return { proxy, refused, asked };
}

/** A server that greets and echoes. */
async function startOrigin(greeting = "hello\n") {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function send(proxy: EgressProxy, head: string): Socket {
  const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  socket.on("error", () => {});
  closing.push(() => socket.destroy());
  socket.write(head);
  return socket;
}

function authorization(proxy: EgressProxy): string {
  const { username, password } = new URL(proxy.url);
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}\r\n`;
}

const tunnel = (proxy: EgressProxy, authority: string) =>
  send(proxy, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization(proxy)}\r\n`);

/** HTTP status, read when the proxy has closed the connection. */
const statusOf = async (socket: Socket) => Number((await text(socket)).split(" ")[1] ?? 0);

async function reads(socket: Socket, end: string): Promise<string> {
  let read = "";
  while (!read.includes(end)) read += (await once(socket, "data"))[0];
  return read;
}

const AUTHORITIES = [
  ..."127.0.0.1:443 127.1:443 0:443 2130706433:443 0x7f000001:443 0x7f.0.0.1:443 0177.0.0.1:443 017700000001:443".split(
    " ",
  ),
  ..."localhost:443 localhost.localdomain:443 [::1]:443 [::]:443 [::ffff:127.0.0.1]:443 [0:0:0:0:0:ffff:127.0.0.1]:443".split(
    " ",
  ),
  ..."169.254.169.254:443 [fd00:ec2::254]:443 metadata.google.internal:443 10.0.0.1:443 192.168.0.1:443 0.0.0.0:443".split(
    " ",
  ),
  ..."127.0.0.1.nip.io:443 spoofed.burpcollaborator.net:443 www.patreon.com.127.0.0.1.nip.io:443".split(" "),
  ..."www.patreon.com.:443 patreon.com:443 a.www.patreon.com:443 evilwww.patreon.com:443 www.patreon.com.evil.example:443".split(
    " ",
  ),
  ..."www.patreon.com@127.0.0.1:443 127.0.0.1@www.patreon.com:443 127.0.0.1#www.patreon.com:443 127.0.0.1?www.patreon.com:443".split(
    " ",
  ),
  ..."127.0.0.1/www.patreon.com:443 www.patreon.com\\@127.0.0.1:443 www.patreon.com%00.evil.example:443 www.patreon.com%2eevil:443".split(
    " ",
  ),
  ..."fanbox.cc:443 .fanbox.cc:443 evilfanbox.cc:443 a.fanbox.cc.evil.example:443 *.fanbox.cc:443".split(" "),
  ..."www.patreon.com:80 www.patreon.com:22 www.patreon.com:8443 www.patreon.com:0 www.patreon.com:65979 www.patreon.com:443:80".split(
    " ",
  ),
  ..."www.patreon.com www.patreon.com: :443 www.patreon.com:443x http://www.patreon.com:443 www.patreon.com:443/".split(
    " ",
  ),
  `${"a".repeat(300)}.fanbox.cc:443`,
];

test("no authority outside of the manifest is connected to, or even looked up", async () => {
  const { proxy, asked } = await startProxy({ loopbackPort: await startOrigin() });
  const statuses = await Promise.all(AUTHORITIES.map((authority) => statusOf(tunnel(proxy, authority))));
  const wrong = AUTHORITIES.filter((_, at) => statuses[at] === 200);
  expect({ wrong, asked, connections: outgoing() }).toEqual({ wrong: [], asked: [], connections: 0 });
});

test("hosts of the manifest are reached, in any case, with subdomains where it says so", async () => {
  const { proxy, asked } = await startProxy({ loopbackPort: await startOrigin() });
  for (const authority of [
    "www.patreon.com:443",
    "WWW.Patreon.COM:443",
    "api.fanbox.cc:443",
    "a.b.fanbox.cc:443",
  ]) {
    const socket = tunnel(proxy, authority);
    expect(await reads(socket, "hello\n")).toBe("HTTP/1.1 200 Connection Established\r\n\r\nhello\n");
    socket.write("and back");
    expect(await reads(socket, "back")).toBe("and back");
    socket.destroy();
  }
  expect([asked.length, outgoing()]).toEqual([4, 4]);
});

test("a host whose name resolves to an address that is not public is not connected to", async () => {
  const answers = [
    ..."127.0.0.1 127.0.0.2 0.0.0.0 10.1.2.3 169.254.169.254 192.168.0.1 224.0.0.1 ::1 :: ::ffff:127.0.0.1".split(
      " ",
    ),
    ..."::ffff:a9fe:a9fe fe80::1 fd00::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1::1".split(" "),
  ].map((address) => [address]);
  for (const answer of [...answers, ["8.8.8.8", "10.0.0.1"], ["2606:4700::1111", "::1"], []]) {
    const { proxy, refused } = await startProxy({ lookup: async () => answer });
    expect(await statusOf(tunnel(proxy, "www.patreon.com:443")), answer.join()).toBeGreaterThanOrEqual(400);
    expect(refused).toHaveLength(1);
  }
  expect(outgoing()).toBe(0);
});

test("a name is looked up once: an answer that changes after the check changes nothing", async () => {
  const answers = [["127.0.0.1"], ["169.254.169.254"]];
  const { proxy, asked } = await startProxy({
    loopbackPort: await startOrigin(),
    lookup: async () => answers.shift() ?? [],
  });
  await reads(tunnel(proxy, "www.patreon.com:443"), "hello\n");
  expect([asked, opened.map((socket) => socket.remoteAddress)]).toEqual([["www.patreon.com"], ["127.0.0.1"]]);
  expect(await statusOf(tunnel(proxy, "www.patreon.com:443"))).toBe(403);
});

test("nothing passes without the credentials of the run, nor without CONNECT", async () => {
  const { proxy } = await startProxy({ loopbackPort: await startOrigin() });
  const other = await startProxy();
  const target = "CONNECT www.patreon.com:443 HTTP/1.1\r\nHost: www.patreon.com:443\r\n";
  const heads = [
    target,
    `${target}Proxy-Authorization: Basic cnVuOg==\r\n`,
    `${target}Proxy-Authorization: Bearer x\r\n`,
    target + authorization(other.proxy),
  ];
  for (const head of heads) expect(await statusOf(send(proxy, `${head}\r\n`))).toBe(407);
  for (const method of ["GET", "POST", "OPTIONS"]) {
    const head = `${method} http://www.patreon.com/ HTTP/1.1\r\nHost: www.patreon.com\r\n${authorization(proxy)}\r\n`;
    expect(await statusOf(send(proxy, head))).toBe(405);
  }
  expect(outgoing()).toBe(0);
});

test("tunnels, bytes and idle time have limits, and closing ends every tunnel", async () => {
  const loopbackPort = await startOrigin("x".repeat(1000));
  const few = await startProxy({ loopbackPort, limits: { tunnels: 1 } });
  const first = tunnel(few.proxy, "www.patreon.com:443");
  await reads(first, "xxx");
  expect(await statusOf(tunnel(few.proxy, "www.patreon.com:443"))).toBe(503);
  await few.proxy.close();
  if (!first.closed) await once(first, "close");

  const small = await startProxy({ loopbackPort, limits: { bytes: 999 } });
  expect(await text(tunnel(small.proxy, "www.patreon.com:443"))).not.toContain("x");
  expect(small.refused).toEqual(["more bytes than the limit allows"]);

  const idle = await startProxy({ loopbackPort, limits: { idleMilliseconds: 2_000 } });
  expect(await text(tunnel(idle.proxy, "www.patreon.com:443"))).toContain("xxx");
});
