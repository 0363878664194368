import { expect, test } from "vitest";
import { Tries } from "./attempts.ts";

test("so many in a minute for each address and subject, then the seconds to wait", () => {
  let now = 0;
  const tries = new Tries(2, () => now);
  expect([tries.take("1.2.3.4", "a"), tries.take("1.2.3.4", "a")]).toEqual([0, 0]);
  now = 20_000;
  expect(tries.take("1.2.3.4", "a")).toBe(40);
  expect([tries.take("1.2.3.5", "a"), tries.take("1.2.3.4", "b")]).toEqual([0, 0]);
  now = 60_000;
  expect(tries.take("1.2.3.4", "a")).toBe(0);
});

test("a network of IPv6 is one visitor", () => {
  const tries = new Tries(1, () => 0);
  expect(tries.take("2001:db8:1:2::1", "a")).toBe(0);
  expect(tries.take("2001:db8:1:2:ffff:1:2:3", "a")).toBeGreaterThan(0);
  expect(tries.take("2001:db8:1:3::1", "a")).toBe(0);
  expect(tries.take("::ffff:1.2.3.4", "a")).toBe(0);
  expect(tries.take("::ffff:1.2.3.5", "a")).toBe(0);
  expect(tries.take("::1", "a")).toBe(0);
});
