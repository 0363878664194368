import { expect, test } from "vitest";
import { filterNames, treeOf } from "./tree.ts";

test("names become folders, counted at every level", () => {
  const root = treeOf(["readme.txt", "scans/a.png", "scans/deep/b.png", "scans\\c.png", "/lead.txt", ""]);
  expect(root.count).toBe(5);
  expect(root.files).toEqual(["readme.txt", "lead.txt"]);
  expect(root.folders).toHaveLength(1);
  expect(root.folders[0]).toMatchObject({ path: "scans", count: 3, files: ["a.png", "c.png"] });
  expect(root.folders[0]?.folders[0]).toMatchObject({ path: "scans/deep", files: ["b.png"] });
});

test("a folder may have any name", () => {
  const root = treeOf(["__proto__/a", "constructor/b"]);
  expect(root.folders.map(({ name }) => name)).toEqual(["__proto__", "constructor"]);
});

test("a filter asks for every word", () => {
  const names = ["Scans/Page 1.png", "scans/page 2.png", "readme.txt"];
  expect(filterNames(names, "SCANS 2")).toEqual(["scans/page 2.png"]);
  expect(filterNames(names, "  ")).toBe(names);
  expect(filterNames(names, "zzz")).toEqual([]);
});
