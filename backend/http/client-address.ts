/** Client addresses behind proxies, and their networks. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

export type TrustedProxies = Pick<BlockList, "check" | "rules">;

/**
 * @param text addresses and networks such as `127.0.0.1,10.0.0.0/8,fd00::/8`
 * @throws Error naming the invalid part
 */
export function parseProxies(text: string): TrustedProxies {
  const list = new BlockList();
  for (const part of text.split(",").map((one) => one.trim())) {
    if (part === "") continue;
    const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
    const family = isIP(address);
    const longest = family === 6 ? 128 : 32;
    const prefix = Number(bits ?? longest);
    if (family === 0 || prefix > longest) throw new Error(`${part} is not an address or a network`);
    list.addSubnet(address, prefix, family === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/**
 * Returns the rightmost address that is not a trusted proxy: each proxy appends its caller's address, and everything
 * left of that entry is controlled by the client.
 */
export function clientAddress({ socket, headers }: IncomingMessage, proxies: TrustedProxies): string {
  let address = plain(socket.remoteAddress ?? "");
  const header = headers["x-forwarded-for"];
  if (header === undefined) return address; // checking the proxies would cost 3% of a search's CPU
  const forwarded = [header].flat().join(",").split(",");
  while (isTrusted(address, proxies) && forwarded.length > 0) {
    const entry = plain((forwarded.pop() ?? "").trim());
    if (isIP(entry) === 0) break;
    address = entry;
  }
  return address;
}

/** True if the other end of the connection is a trusted proxy, whatever the headers say. */
export function isFromProxy({ socket }: IncomingMessage, proxies: TrustedProxies): boolean {
  return isTrusted(plain(socket.remoteAddress ?? ""), proxies);
}

function isTrusted(address: string, proxies: TrustedProxies): boolean {
  const family = isIP(address);
  return family !== 0 && proxies.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Removes the port, brackets, and the prefix of an IPv4 address on an IPv6 socket. */
function plain(entry: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return address.replace(/^::ffff:(?=[\d.]+$)/i, "");
}

/** Network that counts as one client: the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const before = head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : new Array<string>(8 - before.length - after.length).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group || "0", 16).toString(16)).join(":");
}
