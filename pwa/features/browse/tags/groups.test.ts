import { expect, test } from "vitest";
import { byFirstLetter } from "./groups.ts";

const tag = (name: string, post_count = 1) => ({ tag: name, post_count });

test("tags stand under their first letters, whatever accents and cases they have", () => {
  const groups = byFirstLetter([
    tag("écru"),
    tag("Eel"),
    tag("原神"),
    tag("灯台"),
    tag("3d"),
    tag("ねこ"),
    tag("art"),
  ]);
  expect(groups.map(({ letter, tags }) => [letter, tags.map((one) => one.tag.tag)])).toEqual(
    expect.arrayContaining([
      ["E", ["écru", "Eel"]],
      ["#", ["3d"]],
      ["A", ["art"]],
      ["ね", ["ねこ"]],
      ["漢", expect.arrayContaining(["原神", "灯台"])],
    ]),
  );
});

test("the most used have the greatest weight, and one that is used once the least", () => {
  const [group] = byFirstLetter([tag("aa", 1000), tag("ab", 30), tag("ac", 1)]);
  expect(group?.tags.map(({ weight }) => weight)).toEqual([4, 2, 1]);
  expect(byFirstLetter([tag("a")])[0]?.tags[0]?.weight).toBe(1);
});
