import { expect, test } from "vitest";
import { formatSize } from "../../lib/sizes.ts";
import { foldByHash, isListedArchive, typeOf } from "./folded.ts";

test("a file held twice is shown once with its count, under its first name", () => {
  const files = ["a", "b", "a", "a"].map((path, at) => ({ path, name: `${at}.png` }));
  expect(foldByHash(files)).toEqual([
    { file: { path: "a", name: "0.png" }, count: 3 },
    { file: { path: "b", name: "1.png" }, count: 1 },
  ]);
});

test.each([
  ["scan.ZIP", "/aa/bb/x.bin", "ZIP", true],
  ["no ending", "/aa/bb/x.png", "PNG", false],
  ["", "/aa/bb/x", "", false],
  ["a.tar", "/aa/bb/x.bin", "TAR", false],
])("%s at %s is of type %s", (name, path, type, isListed) => {
  expect(typeOf({ name, path })).toBe(type);
  expect(isListedArchive(name)).toBe(isListed);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_250_000, "1.3 MB"],
  [5e12, "5,000 GB"],
])("%i bytes are written %s", (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
