import fc from "fast-check";
import { expect, test } from "vitest";
import { SimilarTexts } from "./similar.ts";

test.each([
  ["windrise", "windrize", 2],
  ["watercolor", "watercolur", 2],
  ["watercolor art", "watercloor", 2],
  ["watercolor", "waterkolur", 4],
  ["windrise studio", "studoi windrise", 2],
  ["windrise studio", "studio", 0],
  ["windrisers", "windrize", 3],
  ["night", "nihgt", 2],
  ["night", "nigt", 2],
  ["night", "nihgtt", undefined],
  ["watercolor", "vaterkolur", undefined],
  ["cat", "cot", undefined],
  ["studio 2021", "studio 2022", undefined],
  ["windrise", "studio windrise", undefined],
  ["夏祭り花火", "夏祭リ花火", 2],
  ["windrise", "", undefined],
])("%s for %s costs %s", (text, query, cost) => {
  expect(new SimilarTexts(["other", text]).find(query).get(1)).toBe(cost);
});

test("property: one wrong, missing, additional or swapped letter still finds a word or its beginning", () => {
  const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
  const letters = (minLength: number, maxLength: number) =>
    fc.array(letter, { minLength, maxLength }).map((all) => all.join(""));
  const kinds: ((word: string, at: number, letter: string) => string)[] = [
    (word, at, one) => word.slice(0, at) + one + word.slice(at + 1),
    (word, at, one) => word.slice(0, at) + one + word.slice(at),
    (word, at) => word.slice(0, at) + word.slice(at + 1),
    (word, at) => word.slice(0, at) + (word[at + 1] ?? "") + word.charAt(at) + word.slice(at + 2),
  ];
  fc.assert(
    fc.property(
      letters(5, 40),
      letters(0, 5),
      fc.nat(4),
      letter,
      fc.constantFrom(...kinds),
      (word, rest, at, one, spoil) => {
        expect(new SimilarTexts([`one ${word}${rest}`]).find(spoil(word, at, one)).get(0)).toBeLessThan(4);
      },
    ),
  );
});
