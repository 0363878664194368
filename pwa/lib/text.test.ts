import { expect, test } from "vitest";
import { cutTitle, postTitle } from "./text.ts";

test("a title is cut after fifty characters, emoji kept whole", () => {
  expect(cutTitle("a".repeat(50))).toBe("a".repeat(50));
  expect(cutTitle("🐦".repeat(51))).toBe(`${"🐦".repeat(50)}...`);
});

test("a post without title is named by its text, without either Untitled", () => {
  expect(postTitle({ title: "", substring: "<p>夜の鳥</p>" })).toBe("夜の鳥");
  expect(postTitle({ title: " ", substring: "" })).toBe("Untitled");
});
