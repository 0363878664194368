import { expect, test } from "vitest";
import { isCachedImage, NOT_THE_APP } from "./routes.ts";

const ORIGIN = "https://roost.example";
const isCached = (address: string, method = "GET") =>
  isCachedImage({ url: new URL(address, ORIGIN), origin: ORIGIN, method });

test.each([
  ["/api/v1/posts?o=50", false],
  ["/api/v1/fanbox/user/1/post/2", false],
  ["/thumbnail/data/aa/bb/x.png?w=360", true],
  ["/icons/patreon/1", true],
  ["/banners/patreon/1", true],
  ["/api/v1/account", false],
  ["/api/v1/account/favorites?type=post", false],
  ["/api/v1/favorites/post/a/b/c", false],
  ["/api/v1/authentication/login", false],
  ["/api/v1/has_pending_dms", false],
  ["/api/v1/search?q=a", false],
  ["/api/v1/posts/random", false],
  ["/api/v1/creators?since=7:9:-abc", false],
  ["/api/v1/removed?since=4", false],
  ["/data/aa/bb/x.png", false],
  ["https://elsewhere.example/api/v1/posts", false],
  ["/posts", false],
])("%s is cached: %s", (address, cached) => {
  expect(isCached(address)).toBe(cached);
});

test("only reads are cached", () => {
  expect(isCached("/icons/patreon/1", "POST")).toBe(false);
});

test.each([
  ["/posts", true],
  ["/fanbox/user/a.b/post/1", true],
  ["/api/v1/posts", false],
  ["/data/aa/bb/x.png", false],
  ["/robots.txt", false],
  ["/file.zip?f=1", false],
  ["/assets/app-1234.js", false],
  [`/aa/bb/aabb${"0".repeat(60)}.png`, false],
  ["/boosty/user/some.name", true],
  ["/boosty/user/some.name/post/1?o=50", true],
])("a visit to %s opens the app: %s", (address, isApp) => {
  expect(NOT_THE_APP.every((pattern) => !pattern.test(address))).toBe(isApp);
});
