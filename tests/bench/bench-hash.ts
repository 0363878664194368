/** Hashing files in the browser, beside sha256sum, node:crypto and other libraries in the same run. */
import { execFile } from "node:child_process";
import { createHash, randomFillSync } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PoolTime } from "./hash-page.ts";
import { openHashStage } from "./hash-stage.ts";
import type { Hasher, HashTime } from "./hash-worker.ts";
import { type Line, median, rounds } from "./measure.ts";

const MIB = 1024 * 1024;
const LARGE = 256 * MIB;
const SMALL = 32 * MIB;
const MEMORY = 128 * MIB;
const HUGE = 8 * 1024 * MIB;
const HUGE_SUM = "ebfb4ef19ae410f190327b5ebd312711263bc7579970e87d9c1e2d84e06b3c25";
const TIMES = 5;
const POOL_FILES = 4;
const POOL_FILE = 512 * MIB;
const LIBRARIES: Hasher[] = ["js-sha256", "@noble/hashes", "@aws-crypto/sha256-js"];

/** @param isHuge also a file of 8 GiB, five times, with the memory it takes: some minutes */
export async function benchHash(isHuge: boolean): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "roost-bench-hash-"));
  try {
    const lines = [...(await speeds(folder)), ...(await pools(folder))];
    return isHuge ? [...lines, ...(await huge(folder))] : lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function speeds(folder: string): Promise<Line[]> {
  const [large, other, small] = await Promise.all([
    randomFile(join(folder, "large"), LARGE),
    randomFile(join(folder, "other"), LARGE),
    randomFile(join(folder, "small"), SMALL),
  ]);
  await using stage = await openHashStage([large, other]);
  await using smallStage = await openHashStage([small]);
  const sum = await sumOf(large);
  const rate = (bytes: number, times: HashTime[]) => {
    const failed = times.find(({ problem }) => problem !== undefined);
    if (failed !== undefined) throw new Error(failed.problem);
    return bytes / (Math.max(...times.map(({ ms }) => ms)) / 1000);
  };
  const timed = async (work: () => Promise<string>) => {
    const begun = performance.now();
    if ((await work()) !== sum) throw new Error("A hash is wrong.");
    return LARGE / ((performance.now() - begun) / 1000);
  };
  const memory = (hasher: Hasher) => async () => rate(MEMORY, await stage.run({ hasher, bytes: MEMORY }));
  const found = await rounds<number>({
    one: async () => {
      const times = await stage.run({ hasher: "ours" });
      if (times[0]?.hash !== sum) throw new Error("A hash is wrong.");
      return rate(LARGE, times);
    },
    two: async () => rate(2 * LARGE, await stage.run({ hasher: "ours" }, 2)),
    fed: memory("ours from memory"),
    wasm: memory("hash-wasm"),
    sha256sum: () => timed(() => sumOf(large)),
    node: () => timed(() => nodeHash(large)),
    whole: async () => rate(SMALL, await smallStage.run({ hasher: "ours" })),
    pieces: async () => rate(SMALL, await smallStage.run({ hasher: "ours in pieces" })),
    ...Object.fromEntries(LIBRARIES.map((name) => [name, memory(name)])),
  });
  return speedLines(Object.fromEntries(Object.entries(found).map(([name, list]) => [name, median(list)])));
}

function speedLines(of: Record<string, number>): Line[] {
  const {
    one = Number.NaN,
    fed = Number.NaN,
    two = Number.NaN,
    wasm = Number.NaN,
    whole = Number.NaN,
    pieces = Number.NaN,
  } = of;
  const line = (what: string, ours: number, limit: number, name: string, goal?: number): Line => ({
    what: `hash: ${what}`,
    ours: speed(ours),
    limit: `${speed(limit)} ${name}`,
    ratio: ours / limit,
    goal: goal === undefined ? "-" : `>= ${goal}`,
    met: goal === undefined ? undefined : ours / limit >= goal,
  });
  const best = Math.max(...LIBRARIES.map((name) => of[name] ?? 0));
  return [
    line("256 MiB in one worker", one, wasm, "hash-wasm from memory", 0.7),
    line("256 MiB in one worker", one, of["sha256sum"] ?? Number.NaN, "sha256sum"),
    line("256 MiB in one worker", one, of["node"] ?? Number.NaN, "node:crypto"),
    line("two files in two workers", two, one, "one worker"),
    line("two files in two workers", two, of["sha256sum"] ?? Number.NaN, "sha256sum"),
    ...LIBRARIES.map((name) =>
      line("256 MiB in one worker", one, of[name] ?? Number.NaN, `${name} from memory`),
    ),
    line("256 MiB in one worker", one, best, "the best of these"),
    line("128 MiB from memory, as they get it", fed, wasm, "hash-wasm from memory"),
    line("128 MiB from memory, as they get it", fed, best, "the best JavaScript library from memory", 3),
    line("32 MiB the way that is faster here", whole, pieces, "in pieces", 0.9),
  ];
}

/** The app's pool on a page that draws each frame: as many workers as leave a core to it, and one more while it is calm. */
async function pools(folder: string): Promise<Line[]> {
  const paths = Array.from({ length: POOL_FILES }, (_, at) => join(folder, `pool-${at}`));
  for (const path of paths) await sparseFile(path, POOL_FILE);
  await using stage = await openHashStage(paths);
  const usual = 1;
  let ms = 5_000;
  const found = await rounds<PoolTime>({
    none: () => stage.pool(undefined, ms), // as long as the last one
    one: async () => {
      const time = await stage.pool({ usual, most: usual });
      ms = time.ms;
      return time;
    },
    calm: () => stage.pool({ usual, most: 2 }),
    two: () => stage.pool({ usual: 2, most: 2 }),
  });
  const rateOf = (name: string) =>
    median((found[name] ?? []).map((time) => (POOL_FILES * POOL_FILE) / (time.ms / 1000)));
  const lateOf = (name: string) => (found[name] ?? []).reduce((sum, { late }) => sum + late, 0);
  for (const name of Object.keys(found))
    console.log(
      `     ${name}: ${speed(rateOf(name))}, ${lateOf(name)} frames over 50 ms, the longest ${Math.max(...(found[name] ?? []).map(({ longest }) => longest)).toFixed(0)} ms`,
    );
  const line = (what: string, name: string): Line => ({
    what: `hash: ${POOL_FILES} files of 512 MiB, ${what}; frames over 50 ms: ${lateOf(name)}, with one worker ${lateOf("one")}, with none ${lateOf("none")}`,
    ours: speed(rateOf(name)),
    limit: `${speed(rateOf("one"))} one worker`,
    ratio: rateOf(name) / rateOf("one"),
    goal: "-",
    met: undefined,
  });
  return [line("a second worker while the page is calm", "calm"), line("always two workers", "two")];
}

/** Each time in a browser of its own, so that nothing is left of the time before. */
async function huge(folder: string): Promise<Line[]> {
  const path = join(folder, "huge");
  await sparseFile(path, HUGE);
  const rates: number[] = [];
  const growths: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await using stage = await openHashStage([path]);
    let ended: HashTime | undefined;
    const growth = await stage.growth(async () => {
      [ended] = await stage.run({ hasher: "ours" });
    });
    if (ended?.hash !== HUGE_SUM)
      throw new Error(`8 GiB, time ${time + 1}: ${ended?.problem ?? "a wrong hash"}`);
    rates.push(HUGE / (ended.ms / 1000));
    growths.push(growth);
    console.log(
      `     8 GiB, ${time + 1} of ${TIMES}: ${speed(rates.at(-1) ?? 0)}, +${(growth / MIB).toFixed(0)} MiB`,
    );
  }
  const most = Math.max(...growths);
  return [
    {
      what: `hash: 8 GiB, ${TIMES} of ${TIMES} ended, ${speed(median(rates))}; memory more at most`,
      ours: `${(most / MIB).toFixed(0)} MiB`,
      limit: "256 MiB",
      ratio: most / (256 * MIB),
      goal: "<= 256 MiB",
      met: most <= 256 * MIB,
    },
  ];
}

const speed = (bytes: number) => `${(bytes / MIB).toFixed(0)} MiB/s`;

async function sparseFile(path: string, size: number): Promise<void> {
  const file = await open(path, "w");
  await file.truncate(size);
  await file.close();
}

async function randomFile(path: string, size: number): Promise<string> {
  const chunk = Buffer.alloc(MIB);
  const file = await open(path, "w");
  for (let at = 0; at < size; at += MIB) await file.write(randomFillSync(chunk));
  await file.close();
  return path;
}

async function sumOf(path: string): Promise<string> {
  return (await promisify(execFile)("sha256sum", [path])).stdout.slice(0, 64);
}

async function nodeHash(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path, { highWaterMark: MIB })) hash.update(bytes as Buffer);
  return hash.digest("hex");
}
