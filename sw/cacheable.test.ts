import { expect, test } from "vitest";
import { isCacheableResponse, isPartOfApp } from "./cacheable.ts";

const response = (type: string, part: Partial<Response> = {}) => ({
  status: 200,
  type: "basic" as const,
  redirected: false,
  headers: new Headers({ "content-type": type }),
  ...part,
});

test.each([
  ["/assets/app-1.js", "text/javascript; charset=utf-8", true],
  ["/assets/app-1.js", "text/html; charset=utf-8", false],
  ["/assets/app-1.css", "text/css; charset=utf-8", true],
  ["/assets/app-1.css", "text/html", false],
  ["/index.html", "text/html; charset=utf-8", true],
  ["/index.html", "application/json", false],
  ["/manifest.webmanifest", "application/manifest+json; charset=utf-8", true],
  ["/icon-192.png", "image/png", true],
  ["/icon-192.png", "text/html; charset=utf-8", false],
  ["/favicon.svg", "image/svg+xml", true],
  ["/favicon.svg", "text/html", false],
])("%s as %s is part of the app: %s", (path, type, expected) => {
  expect(isPartOfApp(path, response(type))).toBe(expected);
});

test("only complete, readable responses from the address itself are cached", () => {
  expect(isCacheableResponse("image/", response("image/webp"))).toBe(true);
  expect(isCacheableResponse("image/", response("text/html"))).toBe(false);
  expect(isCacheableResponse("image/", response("image/webp", { status: 206 }))).toBe(false);
  expect(isCacheableResponse("image/", response("image/webp", { status: 0, type: "opaque" }))).toBe(false);
  expect(isCacheableResponse("image/", response("image/webp", { redirected: true }))).toBe(false);
});
