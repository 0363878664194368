import { expect, test } from "vitest";
import { beginning, canonicalPath, feedLinks } from "./head-rules.ts";

test.each([
  ["/", "", "/"],
  ["/posts/", "", "/posts"],
  ["/posts", "?utm_source=x&o=50&q=fox&lang=ja", "/posts?q=fox&o=50"],
  ["/posts", "?tag=b&tag=a&o=0&q=", "/posts?tag=b&tag=a"],
  ["/artists", "?order=asc&sort_by=name&service=fanbox", "/artists?service=fanbox&sort_by=name&order=asc"],
  ["/patreon/user/7", "?o=50", "/patreon/user/7?o=50"],
  ["/patreon/user/7/post/12", "?tag=a&o=50", "/patreon/user/7/post/12"],
  ["/patreon/user/7/post/12/revision/3", "", "/patreon/user/7/post/12"],
])("%s%s is %s", (path, search, canonical) => expect(canonicalPath(path, search)).toBe(canonical));

test("a long text ends between words, one without spaces anywhere, and no character is cut", () => {
  expect(beginning("short")).toBe("short");
  const long = beginning("words ".repeat(60));
  expect(long.endsWith("words…")).toBe(true);
  expect(long.length).toBeLessThanOrEqual(156);
  expect(beginning("絵".repeat(300))).toBe(`${"絵".repeat(155)}…`);
  expect(beginning("🦊".repeat(300))).toBe(`${"🦊".repeat(155)}…`);
});

test.each([
  ["/", "", "posts/feed?format=rss"],
  ["/posts", "?o=50", "posts/feed?format=rss"],
  ["/posts", "?q=a%26b&tag=x&tag=y&o=50", "posts/feed?format=rss&q=a%26b&tag=x&tag=y"],
  ["/patreon/user/a%2Fb/", "", "patreon/user/a%2Fb/feed?format=rss"],
  ["/dms", "?q=thank+you&o=50", "dms/feed?format=rss&q=thank+you"],
  ["/patreon/user/7", "?q=lantern", undefined],
  ["/patreon/user/a%2Fb/dms", "", "dms/feed?format=rss&q=creator%3Apatreon%2Fa%2Fb"],
  ["/patreon/user/7/tags", "", undefined],
  ["/artists", "?q=ann", undefined],
])("the feed of %s%s is %s", (path, search, feed) => {
  const links = feedLinks(path, search);
  expect(links[0]?.href).toBe(feed && `/api/v1/${feed}`);
  expect(links.map(({ type }) => type)).toEqual(
    feed === undefined ? [] : ["application/rss+xml", "application/atom+xml", "application/feed+json"],
  );
});
