import { expect, test } from "vitest";
import { mergeRecord, type State } from "./merge.ts";

const published = (present: string, incoming: string, correctsDates: boolean) => {
  const state: State = { row: { id: "1", published: present }, former: [], revisions: [] };
  mergeRecord("posts", state, { id: "1", published: incoming }, { correctsDates });
  return state.row?.["published"];
};

test("a given time zone corrects dates that an earlier import read in another one, and no others", () => {
  const [noon, morning] = ["2024-05-01T12:00:00", "2024-05-01T03:00:00"];
  expect(published(noon, morning, true)).toBe(morning);
  expect(published("2024-05-01T12:00:00.500000", "2024-05-01T06:15:00.500000", true)).toMatch(/T06:15/);
  expect(published(noon, morning, false)).toBe(noon);
  expect(published(noon, "2024-05-01T03:00:01", true)).toBe(noon);
  expect(published(noon, "2024-05-03T12:00:00", true)).toBe(noon);
});
