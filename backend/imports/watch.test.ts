import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { lookIntoFolder } from "./watch.ts";

test("what is dropped in is taken once it is no longer written, and again when something comes after it", async () => {
  const outer = await mkdtemp(join(tmpdir(), "roost-watch-"));
  const folder = join(outer, "drop");
  const stop = new AbortController();
  const takes: string[][] = [];
  const errors: unknown[] = [];
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
  const watching = (async () => {
    while (!stop.signal.aborted) {
      await look().catch((error: unknown) => errors.push(error));
      await sleep(20);
    }
  })();
  try {
    await mkdir(join(folder, "a"), { recursive: true });
    const growing = join(folder, "a/1.bin");
    for (let size = 1; size < 20; size++) {
      await writeFile(growing, "x".repeat(size));
      await sleep(5);
    }
    await writeFile(join(folder, "a/2.bin.part"), "x");
    await vi.waitFor(() => expect(takes).toEqual([["a/1.bin"]]), 10_000);
    expect(errors).toMatchObject([{ message: "no database" }]);
    await writeFile(join(folder, "a/2.bin"), "x");
    await vi.waitFor(() => expect(takes).toEqual([["a/1.bin"], ["a/1.bin", "a/2.bin"]]), 10_000);
  } finally {
    stop.abort();
    await watching;
    await rm(outer, { recursive: true });
  }
});
