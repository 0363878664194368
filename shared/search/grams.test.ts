import { expect, test } from "vitest";
import { gramsOf, gramsOfRun, runsOf, withoutRuns } from "./grams.ts";

const words = (text: string) => gramsOf(text).split(" ").filter(Boolean);
/** Checks that a substring query would find a text. */
const has = (text: string, query: string) =>
  runsOf(query).every((run) => gramsOfRun(run.text).every((gram) => words(text).includes(gram)));

test("a run of n characters becomes n-1 pairs, and a text holds its pairs and single characters once", () => {
  expect(gramsOfRun("春風祭")).toHaveLength(2);
  expect(gramsOfRun("春")).toEqual([expect.stringMatching(/^q[0-9a-z]{4}$/)]);
  expect(words("春風春風")).toHaveLength(2 + 2);
  expect(words("a spring wind, Привет")).toEqual([]);
});

test.each([
  ["春風が吹く", "春風", true],
  ["春の風", "春風", false],
  ["夏祭りの絵", "夏祭り", true],
  ["고양이 그림", "고양이", true],
  ["고양이 그림", "강아지", false],
  ["風", "風", true],
  ["a原神b", "原神", true],
  ["Heron 🦩", "🦩", true],
  ["Hello 👋🏽", "👋", true],
  ["Heron 🦩", "🐦", false],
])("%s is found by %s: %s", (text, query, found) => {
  expect(has(text, query)).toBe(found);
});

test.each([
  ["traditional and simplified", "繪畫與風景", "绘画与风景"],
  ["hiragana and katakana", "さくら", "サクラ"],
  ["both widths", "ガンダム", "ｶﾞﾝﾀﾞﾑ"],
  ["composed and decomposed", "고양이", "고양이".normalize("NFD")],
])("%s find each other", (_, one, other) => {
  expect(words(one)).toEqual(words(other));
});

test("a run knows where it was in the text", () => {
  const text = "Ab ｶﾞﾝﾀﾞﾑ! 繪x";
  expect(runsOf(text).map(({ starts, ends }) => text.slice(starts[0], ends.at(-1)))).toEqual(["ｶﾞﾝﾀﾞﾑ", "繪"]);
});

test("the rest without them is other words alone", () => {
  expect(withoutRuns("ｶﾞﾝﾀﾞﾑ")).toBe("");
  expect(withoutRuns("a原神b 繪 c")).toBe("a b   c");
});
