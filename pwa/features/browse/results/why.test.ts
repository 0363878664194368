import { expect, test } from "vitest";
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import { whyFound } from "./why.ts";

const marked = (text: string) => text.replaceAll("[", MARK_START).replaceAll("]", MARK_END);
const hit = (part: { title?: string; creator?: string; snippet?: string; tags?: string[] }) => ({
  title: marked(part.title ?? "A post"),
  creator: marked(part.creator ?? "Ann"),
  snippet: marked(part.snippet ?? "Words"),
  tags: (part.tags ?? []).map(marked),
});

test("every place that holds a match is named, in one order", () => {
  const all = hit({
    title: "[Lantern]",
    creator: "[Lantern] Ann",
    snippet: "a [lantern]",
    tags: ["[lantern]"],
  });
  expect(whyFound("lantern", all)).toEqual({ places: ["title", "tag", "creator", "text"], corrections: [] });
  expect(whyFound("tag:sea", hit({}))).toEqual({ places: [], corrections: [] });
});

test.each([
  ["lighhouse watercolor", ["[Lighthouse]", "[watercolor]"], [["lighhouse", "Lighthouse", 1]]],
  ["lantren", ["[lantern]"], [["lantren", "lantern", 1]]],
  ["lihgthuose", ["[lighthouse]"], [["lihgthuose", "lighthouse", 2]]],
  ["lant", ["[lantern]"], []],
  ["lntern", ["[lanterns]"], [["lntern", "lanterns", 1]]],
  ["café", ["[Cafe]"], []],
  ["sunflower", ["[sun] [flower]"], []],
  ['"lantren" -lantren', ["[lantern]"], []],
  ["春風", ["[春風]"], []],
])("%s found as %j: %j", (q, tags, corrections) => {
  expect(whyFound(q, hit({ tags })).corrections.map((one) => Object.values(one))).toEqual(corrections);
});

test("where it is also as typed, nothing was corrected", () => {
  expect(whyFound("lantern", hit({ title: "[lanterm] and [lantern]" })).corrections).toEqual([]);
});
