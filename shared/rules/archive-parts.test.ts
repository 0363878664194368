import { expect, test } from "vitest";
import { partOf, partsOf } from "./archive-parts.ts";

const files = (...names: string[]) => names.map((name) => ({ name }));

test.each([
  ["pieces", ["a.zip.001", "a.zip.002", "a.zip.003"], 0],
  ["pieces of 7-Zip", ["a.7z.001", "a.7z.002"], 0],
  ["volumes of RAR", ["a.part1.rar", "a.part2.rar"], 0],
  ["old volumes of RAR", ["a.rar", "a.r00", "a.r01"], 0],
  ["volumes of ZIP", ["a.z01", "a.z02", "a.zip"], 2],
])("%s belong together, in any order, whatever else there is", (_, names, main) => {
  const all = files("b.zip.001", ...[...names].reverse(), "a.png", "notes.txt");
  for (const [at, name] of names.entries()) {
    const file = all.find((one) => one.name === name);
    if (file === undefined) throw new Error(name);
    expect(partsOf(file, all)).toMatchObject({
      parts: files(...names),
      main,
      number: at + 1,
      total: names.length,
      isComplete: true,
    });
  }
});

test("missing parts are counted as far as the names show them", () => {
  const [first, third] = files("a.zip.001", "a.zip.003");
  if (first === undefined || third === undefined) throw new Error();
  expect(partsOf(third, [first, third])).toMatchObject({ number: 3, total: 3, isComplete: false });
  expect(partsOf(first, [first])).toMatchObject({ number: 1, total: 1, isComplete: false });
  const [z01] = files("a.z01");
  expect(z01 && partsOf(z01, [z01])).toMatchObject({ number: 1, total: 2, isComplete: false });
});

test("an archive beside others is no part, and neither is a name that only ends like one", () => {
  const all = files("a.zip", "b.zip", "a.rar", "c.z01");
  for (const file of all.slice(0, 3)) expect(partsOf(file, all)).toBeUndefined();
  for (const name of ["v1.000", ".001", "2024.05", "movie.mp3", "a.zip"])
    expect(partOf(name)).toBeUndefined();
});
