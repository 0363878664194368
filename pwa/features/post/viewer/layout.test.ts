import { expect, test } from "vitest";
import { spreadsOf } from "./layout.ts";

const images = (shapes: string) =>
  [...shapes].map((shape, at) => ({
    path: String(at),
    name: "",
    ...(shape === "?" ? {} : { width: shape === "w" ? 3 : 2, height: shape === "w" ? 2 : 3 }),
  }));

test.each([
  ["", []],
  ["p", [[0]]],
  ["pp", [[0], [1]]],
  ["ppp", [[0], [1, 2]]],
  ["pppp", [[0], [1, 2], [3]]],
  ["ppwpp", [[0], [1], [2], [3, 4]]],
  ["wpp", [[0], [1, 2]]],
  ["pwpppp", [[0], [1], [2, 3], [4, 5]]],
  ["p??", [[0], [1, 2]]],
])("pages %o are opened as %j", (shapes, spreads) => {
  expect(spreadsOf(images(shapes))).toEqual(spreads);
});
