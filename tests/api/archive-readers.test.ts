/** The reading process that is started ahead. */
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ArchiveFiles, type SourceFiles } from "#backend/archive-files/archive-files.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { childrenOf } from "#tests/support/child-processes.ts";

const PROGRAM = new URL("../../backend/archive-files/reader.mjs", import.meta.url);
/** A busy machine takes several times as long. */
const limits = { milliseconds: 60_000 };
vi.setConfig({ testTimeout: 600_000 });

let data: string;
let storage: DiskStorage;
let source: SourceFiles;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "roost-readers-"));
  storage = new DiskStorage(data);
  const bytes = zip([{ name: "a.txt", data: Buffer.from("text") }]);
  const file = { hash: createHash("sha256").update(bytes).digest("hex"), ext: ".zip", size: bytes.length };
  await writeFile(join(data, "a"), bytes);
  await storage.put(join(data, "a"), file);
  source = { kind: "bytes", files: [{ ...file, name: "a.zip" }], main: 0 };
});
afterAll(() => rm(data, { recursive: true, force: true }));

test.runIf(process.platform === "linux")(
  "after a reading the next process waits, is used once, and is replaced if it died",
  async () => {
    const archiveFiles = new ArchiveFiles({ storage, program: PROGRAM, limits });
    const seen = new Set<number>();
    for (const isKilled of [false, true, false]) {
      expect(await archiveFiles.list(source)).toMatchObject({ names: ["a.txt"] });
      const pid = await vi.waitUntil(() => archiveFiles.sparePid, { timeout: 60_000 });
      expect(seen).not.toContain(pid);
      seen.add(pid);
      if (!isKilled) continue;
      process.kill(pid, "SIGKILL");
      await vi.waitUntil(() => archiveFiles.sparePid === undefined, { timeout: 60_000 });
    }
    const both = await Promise.all([archiveFiles.list(source), archiveFiles.list(source)]);
    expect(both.map(({ names }) => names)).toEqual([["a.txt"], ["a.txt"]]);
    archiveFiles.endSpare();
    // All of them are gone, also those that have answered.
    await vi.waitUntil(async () => (await childrenOf(process.pid, "reader.mjs")).length === 0, {
      timeout: 60_000,
    });
  },
);
