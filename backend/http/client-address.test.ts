import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientAddress, networkOf, parseProxies } from "./client-address.ts";

const PROXIES = parseProxies("10.0.0.0/8, ::1,fd00::/8");
const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

test.each([
  ["nobody in between", "203.0.113.7", undefined, "203.0.113.7"],
  ["a header of an untrusted sender", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
  ["one proxy", "10.1.1.1", "198.51.100.1", "198.51.100.1"],
  ["a client's own text on the left", "10.1.1.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
  ["two proxies", "10.1.1.1", "1.1.1.1, 198.51.100.1, 10.2.2.2", "198.51.100.1"],
  ["proxies only", "10.1.1.1", "10.3.3.3,10.2.2.2", "10.3.3.3"],
  ["a proxy that adds nothing", "10.1.1.1", undefined, "10.1.1.1"],
  ["nonsense", "10.1.1.1", "1.1.1.1, unknown", "10.1.1.1"],
  ["ports", "10.1.1.1", "198.51.100.1:4711", "198.51.100.1"],
  ["IPv6 with a port", "::1", "[2001:db8::1]:4711", "2001:db8::1"],
  ["IPv4 on an IPv6 socket", "::ffff:10.1.1.1", "198.51.100.1", "198.51.100.1"],
  ["an empty header", "10.1.1.1", "", "10.1.1.1"],
])("%s", (_, remote, forwarded, expected) => {
  expect(clientAddress(request(remote, forwarded), PROXIES)).toBe(expected);
});

test("nobody is trusted by default", () => {
  expect(clientAddress(request("127.0.0.1", "198.51.100.1"), parseProxies(""))).toBe("127.0.0.1");
});

test.each(["x", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.0/8/8x", "example.org"])(
  "%s is no proxy",
  (text) => {
    expect(() => parseProxies(text)).toThrow(/is not an address or a network/);
  },
);

test("a network of IPv6 is one client", () => {
  const network = networkOf("2001:db8:1:2::1");
  expect(networkOf("2001:0DB8:0001:2:ffff:1:2:3")).toBe(network);
  expect(networkOf("2001:db8:1:3::1")).not.toBe(network);
  expect(networkOf("::1")).toBe(networkOf("::2"));
  expect(networkOf("1.2.3.4")).not.toBe(networkOf("1.2.3.5"));
});
