import { expect, test } from "vitest";
import type { FavoriteCreator } from "#shared/entities/favorite.ts";
import { matching, sortCreators } from "./list.ts";
import { toFavoriteSearch } from "./search.ts";

const creator = (name: string, faved_seq: number, updated: string): FavoriteCreator => ({
  id: name,
  name,
  service: "patreon",
  indexed: updated,
  updated,
  public_id: null,
  relation_id: null,
  faved_seq,
  last_imported: "2026-01-01T00:00:00",
});
const OLD = creator("Old", 3, "2026-01-01T00:00:00");
const NEW = creator("New", 1, "2026-02-01T00:00:00");
const TWIN = creator("Twin", 2, "2026-02-01T00:00:00");
const names = (creators: FavoriteCreator[]) => creators.map(({ name }) => name);

test("creators are sorted by each field in both orders, equal ones by when they were favorited", () => {
  const all = [OLD, NEW, TWIN];
  expect(names(sortCreators(all, "updated", "desc"))).toEqual(["Twin", "New", "Old"]);
  expect(names(sortCreators(all, "updated", "asc"))).toEqual(["Old", "New", "Twin"]);
  expect(names(sortCreators(all, "faved_seq", "desc"))).toEqual(["Old", "Twin", "New"]);
  expect(names(sortCreators(all, "last_imported", "asc"))).toEqual(["New", "Twin", "Old"]);
});

test("the filter needs every word, in any case", () => {
  const texts = ["Ann Lantern patreon", "Bo Paper fanbox"];
  const found = (filter: string | undefined) => matching(texts, filter, (text) => text);
  expect(found("  PATREON ann ")).toEqual([texts[0]]);
  expect(found("ann fanbox")).toEqual([]);
  expect(found(undefined)).toEqual(texts);
});

test("values that a list does not have count as none", () => {
  expect(toFavoriteSearch("creator", { sort_by: "published", order: "up", o: "" })).toEqual({});
  expect(toFavoriteSearch("post", { sort_by: "published", order: "asc", o: "50", q: "x" })).toEqual({
    sort_by: "published",
    order: "asc",
    o: "50",
    q: "x",
  });
});
