import { expect, test } from "vitest";
import { isDownloadPath } from "./download-path.ts";

test.each([
  ["a.png", true],
  ["patreon/Ann [1]/貝がら.jpg", true],
  [".hidden/..a/b..", true],
  ["a\\b", true],
  ["é".repeat(255), true],
  ["é".repeat(256), false],
  ["", false],
  ["/a", false],
  ["a//b", false],
  ["a/", false],
  ["a/./b", false],
  ["a/../b", false],
  ["..", false],
  ["a\0b", false],
  [`${"a/".repeat(2_100)}b`, false],
])("%j is a path below a folder: %j", (path, expected) => {
  expect(isDownloadPath(path)).toBe(expected);
});
