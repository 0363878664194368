/** Detects public internet addresses, by the registries of special-purpose addresses (RFC 6890). */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

const SPECIAL_IPV4 = [
  ["0.0.0.0", 8], // this host, this network
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // shared by the customers of a provider
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, metadata of cloud machines
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
] as const;
/** Within the global range 2000::/3; some of these map to IPv4 addresses. */
const SPECIAL_IPV6 = [
  ["2001::", 23], // Teredo and others
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, "ipv6");
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/**
 * False for private, loopback, link-local, multicast, unspecified and reserved addresses, for IPv4 addresses written as
 * IPv6 (::ffff:1.2.3.4, 64:ff9b::1.2.3.4), and for invalid addresses.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  return family === 6 && global.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** Resolves a host name to addresses; an address resolves to itself. */
export type Lookup = (host: string) => Promise<string[]>;

export const lookUp: Lookup = async (host) => {
  const found = await lookup(host, { all: true, verbatim: false });
  return found.map(({ address }) => address);
};
