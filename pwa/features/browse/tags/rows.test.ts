import { expect, test } from "vitest";
import { visibleRows } from "./rows.ts";

test("only the rows near the window are made, in steps so that a small scroll changes nothing", () => {
  expect(visibleRows({ top: 200, rowHeight: 50, height: 800, rows: 4000 })).toEqual([0, 24]);
  expect(visibleRows({ top: -10_000, rowHeight: 50, height: 800, rows: 4000 })).toEqual([192, 224]);
  expect(visibleRows({ top: -10_050, rowHeight: 50, height: 800, rows: 4000 })).toEqual([192, 232]);
  expect(visibleRows({ top: -500_000, rowHeight: 50, height: 800, rows: 10 })).toEqual([8, 10]);
});
