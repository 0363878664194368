import { expect, test } from "vitest";
import { isQuotaError } from "../saving/errors.ts";
import { joinList, mergePost, postKeyOf, rowKey, splitList } from "./normalize.ts";
import type { RequestKey } from "./request-key.ts";
import { isCacheable } from "./request-key.ts";

const item = (id: string, more: object = {}) => ({
  id,
  user: "7",
  service: "fanbox" as const,
  title: `Post ${id}`,
  substring: "words",
  published: "2024-01-02T03:04:05",
  file: {},
  attachments: [{ name: "a.png", path: "/aa/bb/x.png" }],
  ...more,
});
const hit = (id: string) => item(id, { content: "<p>all of it</p>", tags: ["a"], poll: null, edited: null });
const dm = (hash: string, artist: unknown) => ({
  hash,
  user: "7",
  service: "fanbox",
  content: "hello",
  embed: {},
  file: {},
  added: "2024-01-02T03:04:05",
  published: "2024-01-02T03:04:05",
  artist,
});
const ARTIST = { id: "7", name: "Someone", service: "fanbox", has_chats: false };

const ANSWERS: [string, string, unknown][] = [
  ["plain posts", "/v1/posts", { count: 2, true_count: 9, posts: [item("1"), item("2")] }],
  ["posts with tags", "/v1/posts", { count: 1, true_count: 1, posts: [item("1", { tags: null })] }],
  ["hits", "/v1/:service/user/:id/posts", [hit("1"), hit("2")]],
  ["nothing found", "/v1/posts", { count: 0, true_count: 0, posts: [] }],
  [
    "popular posts",
    "/v1/posts/popular",
    {
      info: { scale: "day" },
      props: { count: 2 },
      posts: [item("1", { fav_count: 4 }), item("2", { fav_count: 3 })],
    },
  ],
  ["all DMs", "/v1/dms", { props: { currentPage: "artists", count: 1, limit: 50, dms: [dm("aa", ARTIST)] } }],
  ["a creator's DMs", "/v1/:service/user/:id/dms", [dm("aa", null), dm("bb", null)]],
];

test.each(ANSWERS)("%s come out as they went in", (_, path, body) => {
  const { rows, ...list } = splitList(path, body);
  expect(list.ids).toEqual(rows.map(rowKey));
  expect(joinList(path, list, rows)).toEqual(body);
});

test("a list shows of its rows what it showed, whatever other lists say of them", () => {
  const plain = splitList("/v1/:service/user/:id/posts", [item("1")]);
  expect(joinList("/v1/:service/user/:id/posts", plain, [hit("1")])).toEqual([item("1")]);
});

test("rows that are gone are left out with what the list said of them; a list of nothing else is none", () => {
  const body = { info: {}, props: {}, posts: [item("1", { fav_count: 4 }), item("2", { fav_count: 3 })] };
  const { rows, ...list } = splitList("/v1/posts/popular", body);
  expect(joinList("/v1/posts/popular", list, [undefined, rows[1]])).toEqual({
    ...body,
    posts: [item("2", { fav_count: 3 })],
  });
  expect(joinList("/v1/posts/popular", list, [undefined, undefined])).toBeUndefined();
});

test("a list that says less takes nothing away, and only news is a change", () => {
  const first = mergePost(undefined, "fanbox/7/1", { item: hit("1") as never }, 10);
  expect(first).toMatchObject({ isChanged: true, row: { creator: "fanbox/7", storedAt: 10, usedAt: 10 } });
  const again = mergePost(first.row, "fanbox/7/1", { item: item("1") as never }, 20);
  expect(again.isChanged).toBe(false);
  expect(again.row.item).toEqual(hit("1"));
  const renamed = mergePost(first.row, "fanbox/7/1", { item: item("1", { title: "New" }) as never }, 30);
  expect(renamed).toMatchObject({
    isChanged: true,
    row: { item: { title: "New", content: "<p>all of it</p>" } },
  });
  expect(renamed.row.bytes).toBeGreaterThan(100);
});

test.each([
  ["/v1/posts", "GET", true],
  ["/v1/:service/user/:id/post/:post", "GET", true],
  ["/v1/search", "GET", false],
  ["/v1/search_hash/:hash", "GET", true],
  ["/v1/account/favorites", "GET", false],
  ["/v1/has_pending_dms", "GET", false],
  ["/v1/removed", "GET", false],
  ["/v1/file/:hash", "PATCH", false],
])("%s by %s may be kept: %s", (path, method, may) => {
  expect(isCacheable({ path, method })).toBe(may);
});

test("private responses are never kept", () => {
  expect(isCacheable({ path: "/v1/posts/random", method: "GET", private: true })).toBe(false);
});

test("a post is known by its address", () => {
  const request: RequestKey = { path: "", params: { service: "fanbox", id: "7", post: "1" }, address: "" };
  expect(postKeyOf(request)).toBe("fanbox/7/1");
});

test("a full device is known by its error, also inside Dexie's", () => {
  const quota = Object.assign(new Error("full"), { name: "QuotaExceededError" });
  expect(isQuotaError(quota)).toBe(true);
  expect(isQuotaError(Object.assign(new Error("aborted"), { name: "AbortError", inner: quota }))).toBe(true);
  expect(
    isQuotaError(Object.assign(new Error("aborted"), { name: "AbortError", inner: new Error("x") })),
  ).toBe(false);
  expect(isQuotaError(undefined)).toBe(false);
});
