import { expect, test } from "vitest";
import { MAX_SELECTED, pick } from "./selection.ts";

const LIST = Array.from({ length: 60 }, (_, at) => `p${at}`);
const of = (...keys: string[]) => ({ keys: new Set(keys), last: keys.at(-1) ?? "" });
const picked = (...args: Parameters<typeof pick>) => [...(pick(...args)?.keys ?? ["too many"])];

test("a post is picked and given up again", () => {
  expect(picked(of("p1"), "p5", false, LIST)).toEqual(["p1", "p5"]);
  expect(picked(of("p1", "p5"), "p5", false, LIST)).toEqual(["p1"]);
});

test("a range goes from the last one that was picked, either way", () => {
  expect(picked(of("p2"), "p5", true, LIST)).toEqual(["p2", "p3", "p4", "p5"]);
  expect(picked(of("p5"), "p3", true, LIST)).toEqual(["p5", "p3", "p4"]);
  expect(picked(of("elsewhere"), "p3", true, LIST)).toEqual(["elsewhere", "p3"]);
});

test("more than the most are refused", () => {
  expect(pick(of("p0"), `p${MAX_SELECTED - 1}`, true, LIST)?.keys.size).toBe(MAX_SELECTED);
  expect(pick(of("p0"), `p${MAX_SELECTED}`, true, LIST)).toBeUndefined();
});
