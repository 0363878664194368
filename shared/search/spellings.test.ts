import { expect, test } from "vitest";
import { compoundWord, spellingsOf } from "./spellings.ts";

test("short texts are folded whole, long ones by their words, each once", () => {
  expect(spellingsOf("A day in Łódź", "plain")).toBe("a day in lódź");
  const long = `${"word ".repeat(50)}Łódź straße łódź`;
  expect(spellingsOf(long)).toBe("lódź. strasse");
});

test("a version is one word, with or without its v, and so are words with & or +", () => {
  expect(spellingsOf("Release v1.2.3 and V2.0, v3, 1.2.3.")).toBe("n1x2ex2x2ex3. n2x2ex0");
  expect(spellingsOf("AT&T and R & D")).toBe("natx26xt");
  expect(["1.2.3", "v1.2.3", "at&t", "1.2.3a", "v3", "word"].map(compoundWord)).toEqual([
    "n1x2ex2x2ex3",
    "n1x2ex2x2ex3",
    "natx26xt",
    undefined,
    undefined,
    undefined,
  ]);
});
