import { describe, expect, test } from "vitest";
import { EXTERNAL_REL } from "./allowed-html.ts";
import { imageAddress, linkAttributes } from "./content-links.ts";

const HASH = "ab".repeat(32);
const external = (href: string) => ({ href, rel: EXTERNAL_REL, target: "_blank" });

describe("links", () => {
  test.each([
    ["https://www.patreon.com/posts/12345", "/patreon/post/12345"],
    ["https://patreon.com/posts/a-long-title-12345?utm=1", "/patreon/post/12345"],
    ["https://www.pixiv.net/fanbox/creator/9017324/post/77", "/fanbox/post/77"],
    ["https://www.fanbox.cc/@name/posts/77", "/fanbox/post/77"],
    ["https://name.fanbox.cc/posts/77", "/fanbox/post/77"],
    ["/patreon/post/1", "/patreon/post/1"],
  ])("%s leads to %s in the archive", (address, path) => {
    expect(linkAttributes(address)).toEqual({ href: path });
  });

  test.each([
    "https://name.fanbox.cc/",
    "https://patreon.com.evil.example/posts/1",
    "https://evil.example/posts/1",
    "HTTP://example.test/",
    "mailto:a@b.example",
  ])("%s opens outside, without a referrer", (address) => {
    expect(linkAttributes(address)).toEqual(external(address));
    expect(linkAttributes(` ${address}\n`)).toEqual(external(address));
  });

  test.each([
    "https://downloads.fanbox.cc/files/post/1/a.zip",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "relative",
    "#top",
    "",
  ])("only the text stays of a link to %j", (address) => {
    expect(linkAttributes(address)).toEqual({});
  });
});

test.each([
  [`/ab/ab/${HASH}.png`, `/data/ab/ab/${HASH}.png`],
  [`/data/ab/ab/${HASH}.png`, `/data/ab/ab/${HASH}.png`],
  ["/inline/aa/x.png", "/inline/aa/x.png"],
  ["/data/../api/v1/logout", undefined],
  ["/api/v1/posts", undefined],
  ["https://track.example/p.gif", undefined],
  ["data:image/png;base64,x", undefined],
])("the image %s comes from %s", (source, address) => {
  expect(imageAddress(source)).toBe(address);
});
