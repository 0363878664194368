import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookIntoFolder } from "./watch.ts";

test("a dropped folder is imported once nothing writes to it, and again when files are added", async () => {
  const outer = await mkdtemp(join(tmpdir(), "roost-watch-"));
  const folder = join(outer, "drop");
  const takes: string[][] = [];
  let isBroken = true;
  const look = lookIntoFolder(folder, async (downloads) => {
    if (isBroken) {
      isBroken = false;
      throw new Error("no database");
    }
    const names: string[] = [];
    for await (const { path } of downloads.folder.walk()) names.push(path);
    takes.push(names);
  });
  try {
    await look(); // it need not exist yet
    await mkdir(join(folder, "a"), { recursive: true });
    for (let size = 1; size < 20; size++) {
      await writeFile(join(folder, "a/1.bin"), "x".repeat(size));
      await look();
    }
    await writeFile(join(folder, "a/2.bin.part"), "x");
    await expect(look()).rejects.toThrow("no database");
    await look();
    await look();
    expect(takes).toEqual([["a/1.bin"]]);
    await writeFile(join(folder, "a/2.bin"), "x");
    await look();
    expect(takes).toHaveLength(1); // it may still be written
    await look();
    await look();
    expect(takes).toEqual([["a/1.bin"], ["a/1.bin", "a/2.bin"]]);
  } finally {
    await rm(outer, { recursive: true });
  }
});
