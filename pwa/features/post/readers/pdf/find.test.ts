import { expect, test } from "vitest";
import { findPage, foldedPlaces, type TextSource } from "./find.ts";

const PAGES = ["The harbor", "A light", "house in the rain", "港の ひかり"];
const book: TextSource = {
  getPage: async (number) => ({
    getTextContent: async () => ({ items: [{ type: "marked" }, { str: PAGES[number - 1] ?? "" }] }),
  }),
};
const find = (query: string, index = 0, step: 1 | -1 = 1) =>
  findPage(book, { query, index, total: PAGES.length, step }, new AbortController().signal);

test("words are found from a page on and around, whatever their case, width and white space", async () => {
  expect(await find("HARBOR")).toBe(0);
  expect(await find("harbor", 1)).toBe(0);
  expect(await find("h", 2, -1)).toBe(2);
  expect(await find("h", 3, -1)).toBe(2);
  expect(await find("ｔｈｅ ｒａｉｎ")).toBe(2);
  expect(await find("港のヒカリ")).toBe(3);
  expect(await find("sea")).toBeUndefined();
  expect(await find("  ")).toBeUndefined();
});

test("a search that is ended finds nothing more", async () => {
  const ended = AbortSignal.abort();
  await expect(findPage(book, { query: "rain", index: 0, total: 4, step: 1 }, ended)).rejects.toThrow();
});

test("places of words are those of the text as it is written", () => {
  const text = "Straße, CAFÉ and ｃａｆé";
  expect(foldedPlaces(text, "cafe").map(([start, end]) => text.slice(start, end))).toEqual([
    "CAFÉ",
    "ｃａｆé",
  ]);
  expect(foldedPlaces(text, "strasse").map(([start, end]) => text.slice(start, end))).toEqual(["Straße"]);
  expect(foldedPlaces(text, " ")).toEqual([]);
});
