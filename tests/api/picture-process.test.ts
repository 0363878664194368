/** Pictures that make their decoder hang, grow or crash: its process is ended, the next pictures are made. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CONCURRENCY, type DecoderLimits } from "#backend/files/decoders.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { Pictures } from "#backend/files/pictures.ts";
import { filePath } from "#shared/rules/files.ts";
import { childrenOf } from "#tests/support/child-processes.ts";

let data: string;
let storage: DiskStorage;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "roost-pictures-"));
  storage = new DiskStorage(data);
});
afterAll(() => rm(data, { recursive: true }));

const create = (limits: Partial<DecoderLimits> = {}) =>
  new Pictures({ storage, data, limits: { idleMilliseconds: 1_500, ...limits } });
const decoders = () => childrenOf(process.pid, "decoder.ts");
const allEnded = () => vi.waitUntil(async () => (await decoders()).length === 0, { timeout: 60_000 });

let number = 0;
const encoded = new Map<string, Promise<Buffer>>();
/** Large pictures take seconds to encode, so each size is encoded once. */
function encode(width: number, height: number): Promise<Buffer> {
  const size = `${width}x${height}`;
  const picture = sharp({ create: { width, height, channels: 3, background: "#123" } });
  const bytes =
    encoded.get(size) ?? picture.jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
  encoded.set(size, bytes);
  return bytes;
}

/** A new file each time, so that no thumbnail of it is cached: decoders ignore what follows the end of a JPEG. */
async function draw(width = 60, height = 40): Promise<string> {
  number += 1;
  const bytes = Buffer.concat([await encode(width, height), Buffer.from(`${number}`)]);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const source = join(data, "drawn");
  await writeFile(source, bytes);
  await storage.put(source, { hash, ext: ".jpg", size: bytes.length });
  return filePath(hash, ".jpg");
}

describe.runIf(process.platform === "linux")("a decoder", () => {
  // Idle ones of earlier test files in this process live for 30 seconds.
  beforeAll(async () => {
    for (const idle of await decoders()) process.kill(idle, "SIGKILL");
    await allEnded();
  });

  test("that does not come back is killed, also while it is stopped; the next picture gets a new one", async () => {
    // On a busy machine the idle time could end before it is stopped, and another process would make the picture.
    const pictures = create({ milliseconds: 15_000, idleMilliseconds: 120_000 });
    await pictures.locate(await draw(), 180, "webp");
    const running = await decoders();
    expect(running).toHaveLength(1);
    const [pid = 0] = running;
    process.kill(pid, "SIGSTOP");
    const stuck = await draw();
    const outcome = pictures.locate(stuck, 180, "webp");
    // The second process goes on meanwhile.
    expect(await pictures.locate(await draw(), 180, "webp")).toMatch(/webp$/);
    await expect(outcome).rejects.toThrow("That image takes too long.");
    expect(await decoders()).not.toContain(pid);
    await expect(pictures.locate(stuck, 180, "webp")).rejects.toThrow("That image cannot be read.");
    expect(await pictures.locate(await draw(), 180, "webp")).toMatch(/webp$/);
    for (const idle of await decoders()) process.kill(idle, "SIGKILL");
  });

  test("that grows is killed, the next picture is made", async () => {
    const pictures = create({ bytes: 256 * 1024 ** 2 });
    const large = await draw(7_000, 7_000); // 290 MB of coefficients
    await expect(pictures.locate(large, 180, "webp")).rejects.toThrow("That image takes too much memory.");
    expect(await pictures.locate(await draw(), 180, "webp")).toMatch(/webp$/);
  });

  test("that grows over the pixels leaves an image its size, without a hash", async () => {
    const pictures = create({ bytes: 256 * 1024 ** 2 });
    const measured = await pictures.measure(storage.localPath(await draw(7_000, 7_000)));
    expect(measured).toMatchObject({ width: 7_000, height: 7_000 });
    expect(measured.hash).toBeUndefined();
  });

  test.each([
    ["SIGKILL", "The decoder crashed."],
    ["SIGTERM", "The process was stopped."],
  ])("that ends by %s fails its picture alone", async (signal, message) => {
    const pictures = create();
    const large = await draw(7_000, 7_000);
    const before = await decoders();
    const outcome = expect(pictures.locate(large, 180, "webp")).rejects.toThrow(message);
    const pid = await vi.waitUntil(async () => (await decoders()).find((one) => !before.includes(one)), {
      timeout: 60_000,
    });
    process.kill(pid, signal);
    await outcome;
    expect(await pictures.locate(await draw(), 180, "webp")).toMatch(/webp$/);
  });

  test("is one of few, whatever is requested at once", async () => {
    await allEnded();
    const pictures = create();
    const paths: string[] = [];
    for (let count = 0; count < 3 * CONCURRENCY; count += 1) paths.push(await draw(600, 400));
    let most = 0;
    let isDone = false;
    const all = Promise.all(paths.map((path) => pictures.locate(path, 800, "avif"))).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      most = Math.max(most, (await decoders()).length);
      await sleep(20); // a decoder lives longer
    }
    await all;
    expect(most).toBe(CONCURRENCY);
  });

  test.each([
    ["after a time without work", { idleMilliseconds: 50 }],
    ["after a picture that left it large", { idleBytes: 1 }],
  ])("gives its memory back %s", async (_, limits) => {
    const pictures = create(limits);
    await allEnded();
    await pictures.locate(await draw(), 180, "webp");
    await allEnded();
    expect(await pictures.locate(await draw(), 180, "webp")).toMatch(/webp$/);
  });

  test("leaves no file behind when it is killed", async () => {
    const pictures = create({ milliseconds: 1 });
    await expect(pictures.locate(await draw(), 180, "webp")).rejects.toThrow("too long");
    const left = await readdir(join(data, "cache"), { recursive: true, withFileTypes: true });
    const odd = left.filter((entry) => entry.isFile() && !/^[0-9a-f]{64}\.(webp|avif)$/.test(entry.name));
    expect(odd).toEqual([]);
  });
});
