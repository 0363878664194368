import { expect, test } from "vitest";
import { toggle } from "./terms.ts";

test.each([
  [{ q: "cat" }, "service", "patreon", { q: "cat service:patreon" }],
  [{ q: "cat service:patreon" }, "service", "patreon", { q: "cat" }],
  [{ q: "cat service:patreon" }, "service", "fanbox", { q: "cat service:patreon service:fanbox" }],
  [{ q: "service:patreon" }, "service", "patreon", {}],
  [{ q: "cat after:2021-05 before:2023" }, "year", "2024", { q: "cat after:2024 before:2025" }],
  [{ q: "cat after:2024 before:2025" }, "year", "2024", { q: "cat" }],
  [{ q: "cat", o: "50" }, "creator", "Ann Lee", { q: 'cat creator:"Ann Lee"' }],
  [{ q: "cat creator:ann" }, "creator", "Ann", { q: "cat" }],
  [{ tag: ["Sea"] }, "tag", "sea", {}],
  [{ q: "cat", tag: ["rain"] }, "tag", "fan art", { q: 'cat tag:"fan art"', tag: ["rain"] }],
  [{ q: "-tag:sea" }, "tag", "sea", { q: "-tag:sea tag:sea" }],
  [{ q: "cat" }, "tag", 'an "odd" one', { q: "cat", tag: ['an "odd" one'] }],
] as const)("%j and %s %s: %j", (search, facet, value, expected) => {
  const result = toggle({ ...search, tag: "tag" in search ? [...search.tag] : undefined }, facet, value);
  expect(JSON.parse(JSON.stringify(result?.search))).toEqual(expected);
});

test("a creator whose name no query can hold is not offered", () => {
  expect(toggle({ q: "cat" }, "creator", 'Bea "B"')).toBeUndefined();
});
