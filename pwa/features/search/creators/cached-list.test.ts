import { expect, test } from "vitest";
import { fromRow, toRow } from "./cached-list.ts";

test("a creator comes out of the kept list as it went in", () => {
  const creator = {
    id: "7",
    name: "Some one",
    service: "fanbox" as const,
    indexed: 1,
    updated: 2,
    favorited: 3,
  };
  expect(fromRow(toRow(creator))).toEqual(creator);
});
