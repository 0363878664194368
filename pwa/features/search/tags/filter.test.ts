import { expect, test } from "vitest";
import { filterTags, prepareTags, similarFinder } from "./filter.ts";

const tags = prepareTags(["night", "Café", "ｆｏｘ", "midnight"].map((tag) => ({ tag, post_count: 1 })));
const found = (text: string) => filterTags(tags, text).map(({ tag }) => tag);

test("a part of a tag finds it; what begins with it comes first", () => {
  expect(found("night")).toEqual(["night", "midnight"]);
  expect(found("mid")).toEqual(["midnight"]);
  expect(found("")).toEqual(["night", "Café", "ｆｏｘ", "midnight"]);
});

test("case, accents, width and a leading # do not matter", () => {
  expect(found("CAFE")).toEqual(["Café"]);
  expect(found(" #fox ")).toEqual(["ｆｏｘ"]);
});

test("each spelling finds all spellings", () => {
  const spellings = ["fan art", "fan_art", "Fan-Art", "fan  art", "fanart"];
  const prepared = prepareTags(spellings.map((tag) => ({ tag, post_count: 1 })));
  const all = spellings.filter((tag) => tag !== "fanart");
  for (const text of ["fan_art", "fan-art", "fan art", "FAN - ar", "fan_"])
    expect(filterTags(prepared, text).map(({ tag }) => tag)).toEqual(all);
  expect(filterTags(prepared, "fana").map(({ tag }) => tag)).toEqual(["fanart"]);
});

test("a misspelt tag finds the similar ones, without those that hold the text", () => {
  const findSimilar = similarFinder(tags);
  const similar = (text: string) => findSimilar(text, filterTags(tags, text)).map(({ tag }) => tag);
  expect(similar("#Nihgt")).toEqual(["night"]);
  expect(similar("midnigth")).toEqual(["midnight"]);
  expect(similar("night")).toEqual([]);
  expect(similar("")).toEqual([]);
});
