import { expect, test } from "vitest";
import { splitLinks, webAddress } from "./web-links.ts";

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

test("text keeps every character, cut at its addresses", () => {
  const text = "See https://example.org/a, then (https://example.org/b(c)).\nhttp://x.example/?q=1!";
  expect(
    splitLinks(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
  expect(links(text)).toEqual(["https://example.org/a", "https://example.org/b(c)", "http://x.example/?q=1"]);
});

test.each([
  ["javascript:alert(1)", []],
  ["https://", []],
  ["no address", []],
  ["", []],
  ["「https://example.jp/絵」を見て", ["https://example.jp/%E7%B5%B5"]],
  ['<a href="https://example.org/x">', ["https://example.org/x"]],
])("%s holds %j", (text, expected) => {
  expect(links(text)).toEqual(expected);
});

test("only web addresses lead anywhere", () => {
  expect(webAddress("javascript:alert(1)")).toBeUndefined();
  expect(webAddress("/relative")).toBeUndefined();
  expect(webAddress(null)).toBeUndefined();
  expect(webAddress("HTTPS://Example.org")?.href).toBe("https://example.org/");
});
