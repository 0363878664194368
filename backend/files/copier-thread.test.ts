import { createHash } from "node:crypto";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CopierThread } from "./copier-thread.ts";

const thread = new CopierThread();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-copier-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function copy(bytes: Buffer, target: string) {
  const source = join(folder, "source");
  await writeFile(source, bytes);
  await using file = await open(source, "r");
  return await thread.copy(file.fd, join(folder, target));
}

test("a small file is copied, hashed, and its first bytes are a buffer", async () => {
  const bytes = Buffer.from("text".repeat(5_000));
  const copied = await copy(bytes, "small");
  expect(await readFile(join(folder, "small"))).toEqual(bytes);
  expect(copied).toEqual({
    hash: createHash("sha256").update(bytes).digest("hex"),
    size: 20_000,
    head: bytes.subarray(0, 4_100),
  });
  expect(Buffer.isBuffer(copied?.head)).toBe(true);
});

test("a large file is left to others", async () => {
  expect(await copy(Buffer.alloc(1024 * 1024), "large")).toBeUndefined();
});

test("faults of files keep their code, and other copies go on", async () => {
  await copy(Buffer.from("a"), "there");
  await expect(copy(Buffer.from("b"), "there")).rejects.toMatchObject({ code: "EEXIST" });
  await expect(thread.copy(1_000_000, join(folder, "none"))).rejects.toMatchObject({ code: "EBADF" });
  expect(await copy(Buffer.from("c"), "next")).toMatchObject({ size: 1 });
});
