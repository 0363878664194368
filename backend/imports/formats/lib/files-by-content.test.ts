import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFiles } from "#tests/support/read-downloads.ts";
import { FilesByContent } from "./files-by-content.ts";
import { Downloads } from "./folder.ts";

const hash = (content: string) => createHash("sha256").update(content).digest("hex");
const FILES = { "1.png": "one", "2.png": "two", "copy of 2.png": "two", "3.png": "three" };

test("files are found by a name that only one can have, else by their content; copies are accounted for", async () => {
  await withFiles(FILES, async (root) => {
    const { folder } = await Downloads.open(root);
    const copies: string[] = [];
    const files = new FilesByContent(folder, await folder.entries(), ({ path }) => copies.push(path));
    const found = await files.find([
      { name: "named", hash: hash("another"), names: ["1.png"] },
      { name: "changed", hash: hash("two"), names: ["two.png"] },
      { name: "without a hash", names: ["3.png"] },
      { name: "damaged", hash: hash("none"), names: ["4.png"] },
      { name: "neither", names: ["4.png"] },
    ]);
    expect(found.map((file) => file && [file.entry.path, file.name])).toEqual([
      ["1.png", "named"],
      ["2.png", "changed"],
      ["3.png", "without a hash"],
      undefined,
      undefined,
    ]);
    expect(copies).toEqual(["copy of 2.png"]);
  });
});

test("a file that cannot be read does not hide the others", async () => {
  await withFiles(FILES, async (root) => {
    const { folder } = await Downloads.open(root);
    const files = new FilesByContent(folder, await folder.entries(), () => {});
    await rm(join(root, "1.png"));
    const found = await files.find([
      { name: "gone", hash: hash("one"), names: [] },
      { name: "there", hash: hash("three"), names: [] },
    ]);
    expect(found.map((file) => file?.entry.path)).toEqual([undefined, "3.png"]);
  });
});
