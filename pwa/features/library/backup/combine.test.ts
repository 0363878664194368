import { expect, test } from "vitest";
import { type BackupData, combine } from "./combine.ts";

const mutes = (words: string[], creators: string[] = [], mode: "hide" | "blur" = "hide") => ({
  mode,
  creators: creators.map((id) => ({ service: "fanbox", id, name: id })),
  tags: [],
  words,
  services: [],
});
const visit = (href: string) => ({ href, kind: "creator" as const, service: "fanbox", title: href });

const HERE: BackupData = {
  choices: { theme: "dark", dates: "relative" },
  seen: new Set(["fanbox/1:a", "fanbox/1:b"]),
  mutes: mutes(["kraken"], ["7"], "blur"),
  visits: [visit("/a"), visit("/b")],
};
const FILE: BackupData = {
  choices: { theme: "light", locale: "ja" },
  seen: new Set(["fanbox/1:b", "fanbox/1:c"]),
  mutes: mutes(["kraken", "spoiler"], ["7", "8"]),
  visits: [visit("/b"), visit("/c")],
};

test("merging loses nothing of the device", () => {
  const { next, imported } = combine(HERE, FILE, "merge");
  expect(next.choices).toEqual({ theme: "dark", dates: "relative", locale: "ja" });
  expect([...next.seen]).toEqual(["fanbox/1:c", "fanbox/1:a", "fanbox/1:b"]);
  expect(next.mutes).toEqual(mutes(["kraken", "spoiler"], ["7", "8"], "blur"));
  expect(next.visits.map(({ href }) => href)).toEqual(["/a", "/b", "/c"]);
  expect(imported).toEqual({ choices: 1, seen: 1, muted: 2, visits: 1 });
});

test("replacing is the file as it is", () => {
  const { next, imported } = combine(HERE, FILE, "replace");
  expect(next).toEqual(FILE);
  expect(imported).toEqual({ choices: 3, seen: 1, muted: 2, visits: 1 });
});

test("a device without anything takes everything, either way", () => {
  const empty: BackupData = { choices: {}, seen: new Set(), mutes: undefined, visits: [] };
  expect(combine(empty, FILE, "merge")).toEqual(combine(empty, FILE, "replace"));
  expect(combine(FILE, { ...empty }, "merge").next).toEqual(FILE);
});
