import { expect, test } from "vitest";
import { offsetNumber, parseSearch, stringifySearch, toListSearch } from "./list-search.ts";

test("tags repeat, and a numeric query stays text", () => {
  expect(toListSearch(parseSearch("?q=007&tag=a&tag=b%20c&o=50"))).toEqual({
    q: "007",
    tag: ["a", "b c"],
    o: "50",
  });
  expect(stringifySearch({ q: "007", tag: ["a", "b c"], o: undefined })).toBe("?q=007&tag=a&tag=b+c");
});

test("empty values leave no trace in the address", () => {
  expect(toListSearch(parseSearch("?q=&tag=&o="))).toEqual({});
  expect(stringifySearch({ q: "", tag: [] })).toBe("");
});

test("a bad offset counts as none for the pager", () => {
  expect(["50", undefined, "-50", "x"].map(offsetNumber)).toEqual([50, 0, 0, 0]);
});

test.each([
  ["?sort_by=edited", "edited"],
  ["?sort_by=published&tag=a", "published"],
  ["?sort_by=edited&tag=a", undefined],
  ["?sort_by=added&q=fox", undefined],
  ["?sort_by=title", undefined],
])("%s is in the order of %s", (address, order) => {
  expect(toListSearch(parseSearch(address)).sort_by).toBe(order);
  expect(stringifySearch({ ...toListSearch(parseSearch(address)) }).includes("sort_by")).toBe(
    order !== undefined,
  );
});
