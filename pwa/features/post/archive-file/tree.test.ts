import { expect, test } from "vitest";
import { filterFiles, type ListedFile, rowsOf, stepOf, treeOf } from "./tree.ts";

const files = (...names: string[]): ListedFile[] =>
  names.map((name, at) => ({ index: at, name, bytes: 10 ** at }));

test("names become folders, counted and added up at every level", () => {
  const root = treeOf(
    files("readme.txt", "scans/a.png", "scans/deep/b.png", "scans\\c.png", "/lead.txt", ""),
  );
  expect(root).toMatchObject({ count: 5, bytes: 11_111 });
  expect(root.files.map(({ name }) => name)).toEqual(["readme.txt", "lead.txt"]);
  expect(root.folders).toHaveLength(1);
  expect(root.folders[0]).toMatchObject({ path: "scans", count: 3, bytes: 1_110 });
  expect(root.folders[0]?.files).toEqual([
    { index: 1, name: "a.png", bytes: 10 },
    { index: 3, name: "c.png", bytes: 1_000 },
  ]);
  expect(root.folders[0]?.folders[0]).toMatchObject({ path: "scans/deep", bytes: 100 });
});

test("a folder with a file of unknown size says no size", () => {
  const root = treeOf([
    { index: 0, name: "a/one", bytes: null },
    { index: 1, name: "a/two", bytes: 5 },
    { index: 2, name: "b/three", bytes: 7 },
  ]);
  expect([root.bytes, ...root.folders.map(({ bytes }) => bytes)]).toEqual([null, null, 7]);
});

test("a folder may have any name", () => {
  const root = treeOf(files("__proto__/a", "constructor/b"));
  expect(root.folders.map(({ name }) => name)).toEqual(["__proto__", "constructor"]);
});

const ROOT = treeOf(files("a/x", "a/deep/y", "z", "z"));

test("rows say where they stand, and are distinct where names are the same", () => {
  const rows = rowsOf(ROOT, (path) => path === "a");
  expect(rows.map(({ name, level, place, of, isOpen }) => [name, level, place, of, isOpen])).toEqual([
    ["a", 1, 1, 3, true],
    ["deep", 2, 1, 2, false],
    ["x", 2, 2, 2, undefined],
    ["z", 1, 2, 3, undefined],
    ["z", 1, 3, 3, undefined],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rowsOf(ROOT, () => false)).toHaveLength(3);
});

test("keys move, open and close as in every tree", () => {
  const rows = rowsOf(ROOT, (path) => path === "a");
  expect(stepOf("ArrowDown", rows, 0)).toEqual({ to: 1 });
  expect(stepOf("ArrowDown", rows, 4)).toEqual({ to: 4 });
  expect(stepOf("ArrowUp", rows, 0)).toEqual({ to: 0 });
  expect(stepOf("End", rows, 1)).toEqual({ to: 4 });
  expect(stepOf("ArrowRight", rows, 0)).toEqual({ to: 1 });
  expect(stepOf("ArrowRight", rows, 1)).toEqual({ open: "/a/deep" });
  expect(stepOf("ArrowLeft", rows, 2)).toEqual({ to: 0 });
  expect(stepOf("ArrowLeft", rows, 0)).toEqual({ close: "/a" });
  expect(stepOf("Enter", rows, 1)).toEqual({ open: "/a/deep" });
  expect(stepOf("Enter", rows, 2)).toEqual({ show: 0 });
  expect(stepOf("q", rows, 0)).toBeUndefined();
});

test("a hundred thousand names are rows", { timeout: 10_000 }, () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({
    index: at,
    name: `${at % 100}/${at % 1_000}/${at}`,
    bytes: 1,
  }));
  expect(rowsOf(treeOf(many), () => true)).toHaveLength(100_000 + 1_000 + 100);
});

test("a filter asks for every word", () => {
  const all = files("Scans/Page 1.png", "scans/page 2.png", "readme.txt");
  expect(filterFiles(all, "SCANS 2").map(({ name }) => name)).toEqual(["scans/page 2.png"]);
  expect(filterFiles(all, "  ")).toBe(all);
  expect(filterFiles(all, "zzz")).toEqual([]);
});
