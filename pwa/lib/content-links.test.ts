import { expect, test } from "vitest";
import { archivedPath, isClosedDownload } from "./content-links.ts";

test.each([
  ["https://www.patreon.com/posts/12345", "/patreon/post/12345"],
  ["https://patreon.com/posts/a-long-title-12345?utm=1", "/patreon/post/12345"],
  ["https://www.pixiv.net/fanbox/creator/9017324/post/77", "/fanbox/post/77"],
  ["https://www.fanbox.cc/@name/posts/77", "/fanbox/post/77"],
  ["https://name.fanbox.cc/posts/77", "/fanbox/post/77"],
  ["https://name.fanbox.cc/", undefined],
  ["https://patreon.com.evil.example/posts/1", undefined],
  ["https://evil.example/posts/1", undefined],
  ["/patreon/post/1", undefined],
])("%s is kept at %s", (address, path) => {
  expect(archivedPath(address)).toBe(path);
});

test("subscribers' downloads are no links", () => {
  expect(isClosedDownload("https://downloads.fanbox.cc/files/post/1/a.zip")).toBe(true);
  expect(isClosedDownload("https://www.fanbox.cc/x")).toBe(false);
});
