import { expect, test } from "vitest";
import { spellingsOf } from "./spellings.ts";

test("short texts are folded whole, long ones by their words, each once", () => {
  expect(spellingsOf("A day in Łódź", "plain")).toBe("a day in lódź");
  const long = `${"word ".repeat(50)}Łódź straße łódź`;
  expect(spellingsOf(long)).toBe("lódź. strasse");
});

test("versions lose their v", () => {
  expect(spellingsOf("Release v1.2.3 and V2.0, v3")).toBe("1.2.3. 2.0");
});
