import { expect, test } from "vitest";
import type { CreatorListItem } from "#shared/entities/creator.ts";
import { CreatorList, pageOf } from "./find.ts";
import { toCreatorSearch } from "./search.ts";

const creator = (
  id: string,
  name: string,
  favorited: number,
  service: CreatorListItem["service"] = "fanbox",
): CreatorListItem => ({
  id,
  name,
  service,
  indexed: favorited,
  updated: 100 - favorited,
  favorited,
});

const ALL = new CreatorList([
  creator("1", "Éclair Studio", 5),
  creator("2", "夜の森", 9, "patreon"),
  creator("3", "eclair two", 5, "patreon"),
  creator("4", "ＷＩＤＥ", 1),
]);
const ids = (raw: Record<string, string>) => ALL.find(toCreatorSearch(raw)).map((found) => found.id);

test.each<[Record<string, string>, string[]]>([
  [{}, ["2", "1", "3", "4"]],
  [{ q: "eclair" }, ["1", "3"]],
  [{ q: "森" }, ["2"]],
  [{ q: "wide" }, ["4"]],
  [{ q: "studio éclair" }, ["1"]],
  [{ q: "2" }, ["2"]],
  [{ service: "patreon" }, ["2", "3"]],
  [{ sort_by: "name", order: "asc" }, ["1", "3", "4", "2"]],
  [{ sort_by: "updated" }, ["4", "1", "3", "2"]],
  [{ q: "nobody" }, []],
])("%o finds %o", (raw, expected) => {
  expect(ids(raw)).toEqual(expected);
});

test.each([
  [{ sort_by: "size" }, "Invalid sort field value"],
  [{ order: "up" }, "Invalid order value"],
  [{ service: "nowhere" }, "Unknown service"],
])("%o is refused", (raw, message) => {
  expect(() => toCreatorSearch(raw)).toThrow(message);
});

test("an offset past the end shows the last page", () => {
  const many = Array.from({ length: 120 }, (_, index) => creator(String(index), "x", index));
  expect(pageOf(many, "5000")).toMatchObject({ offset: 100 });
  expect(pageOf(many, "50").shown).toHaveLength(50);
  expect(pageOf([], undefined)).toEqual({ count: 0, offset: 0, shown: [] });
});

test("a difference adds, changes and removes, and every order shows it", () => {
  const list = new CreatorList([creator("1", "Ann", 1), creator("2", "Bea", 2), creator("3", "Cy", 3)]);
  const favorites = () => list.find({}).map(({ id }) => id);
  expect(favorites()).toEqual(["3", "2", "1"]);
  list.change([creator("1", "Ann", 9), creator("4", "Di", 0)], [{ service: "fanbox", id: "3" }]);
  expect(favorites()).toEqual(["1", "2", "4"]);
  expect(list.find({ sort_by: "name", order: "asc" }).map(({ name }) => name)).toEqual(["Ann", "Bea", "Di"]);
  expect(list.size).toBe(3);
});

test("where few match, similar names follow: the nearest first, then in order; never an exact one again", () => {
  const list = new CreatorList([
    creator("1", "Windrise", 1),
    creator("2", "Windrise Art", 8, "patreon"),
    creator("3", "Wnidrsie", 9),
    creator("4", "Windrisers", 9),
    creator("5", "Harbor", 9),
  ]);
  const similar = (raw: Record<string, string>) => {
    const wanted = toCreatorSearch(raw);
    return list.findSimilar(wanted, list.find(wanted)).map(({ id }) => id);
  };
  expect(similar({ q: "Windrize" })).toEqual(["2", "1", "4"]);
  expect(similar({ q: "windrize", order: "asc" })).toEqual(["1", "2", "4"]);
  expect(similar({ q: "windrise" })).toEqual(["3"]);
  expect(similar({ q: "windrize", service: "patreon" })).toEqual(["2"]);
  expect(similar({})).toEqual([]);
  list.change([], [{ service: "fanbox", id: "1" }]);
  expect(similar({ q: "windrize" })).toEqual(["2", "4"]);
  const many = new CreatorList(Array.from({ length: 6 }, (_, at) => creator(`${at}`, "Windrise", at)));
  expect(many.findSimilar({ q: "windrise" }, many.find({ q: "windrise" }))).toEqual([]);
});
