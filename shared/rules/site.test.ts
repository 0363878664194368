import { expect, test } from "vitest";
import { parseAds, parseContact, parseHidden, parseLinks } from "./site.ts";

test("a contact is a mail or a web address", () => {
  expect(parseContact("desk@example.org")).toBe("mailto:desk@example.org");
  expect(parseContact("mailto:desk@example.org")).toBe("mailto:desk@example.org");
  expect(parseContact("https://example.org/contact")).toBe("https://example.org/contact");
  for (const bad of ["desk", "javascript:alert(1)", "a b@example.org", "a@b?cc=c@d"])
    expect(() => parseContact(bad)).toThrow(/mail address/);
});

test("community links are titles with web addresses", () => {
  expect(parseLinks("Forum=https://a.example/x?a=1,2, Chat room=https://b.example/#r")).toEqual([
    { title: "Forum", href: "https://a.example/x?a=1,2" },
    { title: "Chat room", href: "https://b.example/#r" },
  ]);
  expect(parseLinks("")).toEqual([]);
  for (const bad of ["Forum", "=https://a.example", "Forum=javascript:alert(1)", "Forum=ftp://a.example"])
    expect(() => parseLinks(bad)).toThrow(/expected Title=/);
});

test("ad blocks name a place and stay on our origin with their pictures", () => {
  const block = { place: "header", title: "Ink", text: "For pens.", href: "https://ink.example" };
  expect(parseAds(JSON.stringify([block]))).toEqual([block]);
  expect(parseAds("")).toEqual([]);
  for (const bad of [
    { ...block, place: "popup" },
    { ...block, href: "javascript:alert(1)" },
    { ...block, image: "https://elsewhere.example/a.png" },
    { ...block, image: "//elsewhere.example/a.png" },
    { ...block, html: "<script>" },
  ])
    expect(() => parseAds(JSON.stringify([bad]))).toThrow();
});

test("only some links can be left out", () => {
  expect(parseHidden("dms, shares")).toEqual(["dms", "shares"]);
  expect(parseHidden("")).toEqual([]);
  expect(() => parseHidden("posts")).toThrow("expected dms or shares, got posts");
});
