import { expect, test } from "vitest";
import { entryPath } from "#shared/rules/files.ts";
import { archiveFile } from "#tests/components/answers.ts";
import { pagesOf } from "./entries.ts";

const hash = "ab".repeat(32);
const pages = (...file_list: string[]) =>
  pagesOf(archiveFile({ file_list }), (index) => entryPath(hash, index));

test("pages are in natural order, folder by folder, and each leads to its file in the list", () => {
  const list = [
    "page 10.png",
    "readme.txt",
    "page 2.PNG",
    "ch 10/1.jpg",
    "ch 2\\2.jpg",
    "ch 2/10.jpg",
    "page 2.PNG",
  ];
  expect(pages(...list)).toEqual(
    [4, 5, 3, 2, 6, 0].map((at) => ({
      path: entryPath(hash, at),
      name: list[at]?.split(/[\\/]/).at(-1),
    })),
  );
});

test("only images that the viewer shows are pages, without those that macOS adds", () => {
  expect(pages("__MACOSX/._a.png", "x/._a.png", "a.svg", "film.mp4", "b.zip", "a.avif")).toEqual([
    { path: entryPath(hash, 5), name: "a.avif" },
  ]);
});
