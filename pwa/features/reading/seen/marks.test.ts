import { expect, test } from "vitest";
import { addMark, keyOf, MAX_MARKS, parseMarks, printMarks } from "./marks.ts";

const post = (id: string, user = "7") => keyOf({ service: "patreon", user, id });

test("posts of one creator share a line, whatever their ids hold", () => {
  const marks = new Set([post("1"), post("2"), post("a,b:c/d", "u\n1"), post("3")]);
  const text = printMarks(marks);
  expect(text.split("\n")).toHaveLength(3);
  expect([...parseMarks(text)]).toEqual([...marks]);
});

test("a broken text is read as far as it can be", () => {
  expect([...parseMarks("")]).toEqual([]);
  expect([...parseMarks("{}\nnothing\npatreon/7:1,,2")]).toEqual([post("1"), post("2")]);
});

test("only the newest stay, and a mark made again is new", () => {
  const marks = new Set([post("1"), post("2"), post("3")]);
  addMark(marks, post("1"), 3);
  addMark(marks, post("4"), 3);
  expect([...marks]).toEqual([post("3"), post("1"), post("4")]);
});

test("twenty thousand marks fit in half a megabyte of storage", () => {
  const marks = new Set<string>();
  for (let at = 0; at < MAX_MARKS; at++) marks.add(post(String(100_000_000 + at), String(at % 900)));
  expect(printMarks(marks).length).toBeLessThan(700_000);
});
