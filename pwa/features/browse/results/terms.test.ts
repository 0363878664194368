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
  [{ q: 'cat tag:sea|"low tide"' }, "tag", "Sea", { q: 'cat tag:"low tide"' }],
  [{ q: "cat tag:sea|rain" }, "tag", "sun", { q: "cat tag:sea|rain tag:sun" }],
  [{ q: "service:patreon|fanbox" }, "service", "patreon", { q: "service:fanbox" }],
  [{ q: "-tag:sea" }, "tag", "sea", { q: "-tag:sea tag:sea" }],
  [{ q: "cat" }, "tag", 'an "odd" one', { q: "cat", tag: ['an "odd" one'] }],
] as const)("%j and %s %s: %j", (search, facet, value, expected) => {
  const result = toggle({ ...search, tag: "tag" in search ? [...search.tag] : undefined }, facet, value);
  expect(JSON.parse(JSON.stringify(result?.search))).toEqual(expected);
});

test("a creator whose name no query can hold is not offered", () => {
  expect(toggle({ q: "cat" }, "creator", 'Bea "B"')).toBeUndefined();
});

test.each([
  [{ q: "cat tag:sea" }, "rain", { q: "cat tag:sea|rain" }],
  [
    { q: "tag:wip tag:sea|rain -tag:sun", o: "50" },
    "fan art",
    { q: 'tag:wip tag:sea|rain|"fan art" -tag:sun' },
  ],
  [{ tag: ["wip", "low tide"] }, "sea", { q: 'tag:"low tide"|sea', tag: ["wip"] }],
  [{ q: "cat tag:sea" }, "sea", undefined],
  [{ q: "cat -tag:sea" }, "rain", undefined],
  [{ tag: ['an "odd" one'] }, "rain", undefined],
] as const)("%j, or %s: %j", (search, value, expected) => {
  const result = toggle({ ...search, tag: "tag" in search ? [...search.tag] : undefined }, "tag", value);
  expect(result?.or && JSON.parse(JSON.stringify(result.or))).toEqual(expected);
});
