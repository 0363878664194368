import { expect, test } from "vitest";
import { PART_BYTES } from "#shared/rules/offline-db.ts";
import { headersOf, rangeOf, slicesOf, wantedFile } from "./file-response.ts";

const HASH = `aabb${"0".repeat(60)}`;
const wanted = (address: string, method = "GET") =>
  wantedFile(new URL(address, "https://roost.example"), method);

test.each([
  [`/data/aa/bb/${HASH}.png`, { hash: HASH, as: "file", name: "" }],
  [`/data/aa/bb/${HASH}.bin?f=a%20b.zip`, { hash: HASH, as: "file", name: "a b.zip" }],
  [`https://n1.example.org/data/aa/bb/${HASH}.png`, { hash: HASH, as: "file", name: "" }],
  [`/thumbnail/data/aa/bb/${HASH}.png?w=360`, { hash: HASH, as: "preview", name: "" }],
  [`/data/aa/bb/${HASH}.mp4`, { hash: HASH, as: "file", name: "" }],
  [`/thumbnail/data/aa/bb/${HASH}.mp4?w=360`, undefined],
  [`/thumbnail/strip/data/aa/bb/${HASH}.mp4`, undefined],
  [`/thumbnail/rendition/data/aa/bb/${HASH}.mp4`, undefined],
  [`/data/aa/bc/${HASH}.png`, undefined],
  [`/thumbnail/aa/bb/${HASH}.png`, undefined],
  [`/aa/bb/${HASH}.png`, undefined],
  ["/data/", undefined],
  ["/api/v1/posts", undefined],
])("%s is served from storage as %o", (address, expected) => {
  expect(wanted(address)).toEqual(expected);
});

test("only reads are served from storage", () => {
  expect(wanted(`/data/aa/bb/${HASH}.png`, "HEAD")).toBeUndefined();
});

test.each([
  [null, undefined],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-1000", { start: 90, end: 99 }],
  ["bytes=-5", { start: 95, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=-0", "none"],
  ["bytes=100-", "none"],
  ["bytes=100-200", "none"],
  ["bytes=20-10", undefined],
  ["bytes=0-1,5-6", undefined],
  ["bytes=-", undefined],
  ["items=0-1", undefined],
])("of 100 bytes %s is %o", (header, expected) => {
  expect(rangeOf(header, 100)).toEqual(expected);
});

test("a range is read from the parts that hold it and no others", () => {
  expect(slicesOf({ start: 5, end: 9 })).toEqual([{ part: 0, from: 5, to: 10 }]);
  expect(slicesOf({ start: PART_BYTES - 1, end: 2 * PART_BYTES })).toEqual([
    { part: 0, from: PART_BYTES - 1, to: PART_BYTES },
    { part: 1, from: 0, to: PART_BYTES },
    { part: 2, from: 0, to: 1 },
  ]);
});

test("a response has the headers that the server sends", () => {
  const file = {
    hash: HASH,
    path: `/aa/bb/${HASH}.bin`,
    bytes: 100,
    isWhole: 1 as const,
    posts: [],
    storedAt: 0,
  };
  const whole = headersOf({ ...file, type: "application/zip" }, undefined, 'a "b".zip');
  expect(Object.fromEntries(whole)).toMatchObject({
    "content-type": "application/zip",
    "content-length": "100",
    "content-disposition": "attachment; filename*=UTF-8''a%20%22b%22.zip",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  const film = { ...file, path: `/aa/bb/${HASH}.mp4`, type: "video/mp4" };
  const part = headersOf(film, { start: 10, end: 19 }, "");
  expect(part.get("content-range")).toBe("bytes 10-19/100");
  expect(part.get("content-length")).toBe("10");
  expect(part.has("content-disposition")).toBe(false);
  const drawing = { ...file, path: `/aa/bb/${HASH}.svg`, type: "image/svg+xml" };
  expect(headersOf(drawing, undefined, "").has("content-disposition")).toBe(true);
});
