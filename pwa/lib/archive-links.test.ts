import { expect, test } from "vitest";
import { archivePathIn, archivePathOf } from "./archive-links.ts";

const HERE = "https://roost.example";

test.each([
  [`${HERE}/fanbox/user/7/post/9?x=1`, "/fanbox/user/7/post/9?x=1"],
  [`${HERE}/posts?q=fox`, "/posts?q=fox"],
  ["https://another.example/patreon/user/12/post/34#comments", "/patreon/user/12/post/34"],
  ["https://another.example/boosty/user/some.name", "/boosty/user/some.name"],
  ["https://another.example/nothing/user/1", undefined],
  ["https://www.patreon.com/posts/a-title-1234", "/patreon/post/1234"],
  ["https://name.fanbox.cc/posts/55", "/fanbox/post/55"],
  ["https://fantia.jp/posts/77", "/fantia/post/77"],
  ["https://boosty.to/some.name/posts/0a1b-2c", "/boosty/post/0a1b-2c"],
  ["https://onlyfans.com/123/somebody", "/onlyfans/post/123"],
  ["https://fansly.com/post/5", "/fansly/post/5"],
  ["https://www.patreon.com/user?u=42", "/patreon/user/42"],
  ["https://www.pixiv.net/fanbox/creator/42", "/fanbox/user/42"],
  ["https://fantia.jp/fanclubs/42", "/fantia/user/42"],
  ["https://onlyfans.com/somebody", "/onlyfans/user/somebody"],
  ["https://onlyfans.com/my/settings", undefined],
  ["https://example.org/", undefined],
  ["javascript:alert(1)", undefined],
  ["//example.org", undefined],
])("%s is %s", (address, path) => expect(archivePathOf(address, HERE)).toBe(path));

test("the first address of a text that is archived counts", () => {
  const text = "Look https://example.org and https://fantia.jp/posts/77, then https://fansly.com/post/5";
  expect(archivePathIn(text, HERE)).toBe("/fantia/post/77");
  expect(archivePathIn("no address at all", HERE)).toBeUndefined();
});
