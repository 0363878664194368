import { describe, expect, it } from "vitest";
import { type Files, withFiles } from "#tests/support/read-downloads.ts";
import { Downloads } from "./folder.ts";
import { Lookup } from "./lookup.ts";

const FILES: Files = { "ann/Posts/1.png": "1", "ann/Posts/cafe\u0301.png": "2", "1.png": "3" };

function lookup<T>(use: (lookup: Lookup) => Promise<T>, files = FILES): Promise<T> {
  return withFiles(files, async (root) => use(new Lookup((await Downloads.open(root)).folder)));
}

describe("files by the paths that data name", () => {
  it.each([
    ["ann/Posts/1.png", "ann/Posts/1.png"],
    ["ann/Posts/caf\u00e9.png", "ann/Posts/cafe\u0301.png"],
    ["ann/Posts", undefined],
    ["ann/Posts/2.png", undefined],
    ["bob/Posts/1.png", undefined],
    ["ann/Posts/../../1.png", undefined],
    ["", undefined],
  ])("%s is %s", async (path, found) => {
    expect((await lookup((files) => files.file(path)))?.path).toBe(found);
  });

  it.each([
    ["C:\\downloads\\ann\\Posts\\1.png", "ann/Posts/1.png"],
    ["/home/me/ann//./Posts/1.png", "ann/Posts/1.png"],
    ["elsewhere/1.png", "1.png"],
    ["/home/me/2.png", undefined],
    ["", undefined],
  ])("%s ends as %s does", async (path, found) => {
    expect((await lookup((files) => files.fileBySuffix(path)))?.path).toBe(found);
  });

  it("finds files in more folders than are held at a time", async () => {
    const paths = Array.from({ length: 600 }, (_, at) => `posts/${at}/1.png`);
    const found = await lookup(
      async (files) => {
        const twice = [...paths, ...paths];
        return Promise.all(twice.map(async (path) => (await files.file(path))?.path));
      },
      Object.fromEntries(paths.map((path) => [path, "x"])),
    );
    expect(found).toEqual([...paths, ...paths]);
  });
});
