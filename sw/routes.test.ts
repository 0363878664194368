import { expect, test } from "vitest";
import { NOT_THE_APP, ruleFor } from "./routes.ts";

const ORIGIN = "https://roost.example";
const cacheOf = (address: string, method = "GET", page = "/") =>
  ruleFor({ url: new URL(address, ORIGIN), origin: ORIGIN, method, referrer: ORIGIN + page })?.cacheName;

test.each([
  ["/api/v1/posts?o=50", undefined],
  ["/api/v1/fanbox/user/1/post/2", undefined],
  ["/thumbnail/data/aa/bb/x.png?w=360", "images-1"],
  ["/icons/patreon/1", "images-1"],
  ["/banners/patreon/1", "images-1"],
  ["/api/v1/account", undefined],
  ["/api/v1/account/favorites?type=post", undefined],
  ["/api/v1/favorites/post/a/b/c", undefined],
  ["/api/v1/authentication/login", undefined],
  ["/api/v1/has_pending_dms", undefined],
  ["/api/v1/search?q=a", undefined],
  ["/api/v1/posts/random", undefined],
  ["/api/v1/creators?since=7:9:-abc", undefined],
  ["/api/v1/removed?since=4", undefined],
  ["/data/aa/bb/x.png", undefined],
  ["https://elsewhere.example/api/v1/posts", undefined],
  ["/posts", undefined],
])("%s is cached in %s", (address, cache) => {
  expect(cacheOf(address)).toBe(cache);
});

test("only reads are cached", () => {
  expect(cacheOf("/api/v1/posts", "POST")).toBeUndefined();
});

test("pictures that a link shows are not cached", () => {
  const picture = "/thumbnail/data/aa/bb/x.png";
  expect(cacheOf(picture, "GET", "/guest?post=1")).toBeUndefined();
  expect(cacheOf(picture, "GET", "/guests")).toBe("images-1");
});

test.each([
  ["/posts", true],
  ["/fanbox/user/a.b/post/1", true],
  ["/api/v1/posts", false],
  ["/api/v1/authentication/single_sign_on/home/callback?code=a&state=b", false],
  ["/authentication/single_sign_on?location=%2F", true],
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
