/** Sync of seen marks on a device with its processor slowed four times, beside one ciphertext for each mark. */
import { openStage } from "./device-stage.ts";
import { type Line, median, ms, rounds } from "./measure.ts";
import type { SyncBench, SyncTimes } from "./sync-page.ts";

const MARKS = 50_000;
const CPU_SLOWDOWN = 4;
const GOAL = 0.1;

declare const bench: SyncBench;

export async function benchSync(): Promise<Line[]> {
  await using stage = await openStage("./sync-page.ts");
  const page = await stage.open();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const found = await rounds<SyncTimes>({
    ours: () => page.evaluate((count) => bench.ours(count), MARKS),
    single: () => page.evaluate((count) => bench.single(count), MARKS),
  });
  const line = (what: string, part: keyof SyncTimes, print: (value: number) => string): Line => {
    const [ours, single] = [found.ours, found.single].map((list) =>
      median((list ?? []).map((times) => times[part])),
    ) as [number, number];
    return {
      what: `sync: ${what} ${MARKS} seen marks`,
      ours: print(ours),
      limit: `${print(single)} one ciphertext each`,
      ratio: ours / single,
      goal: `< ${GOAL}`,
      met: ours / single < GOAL,
    };
  };
  const slowed = `CPU ${CPU_SLOWDOWN}x slower,`;
  return [
    line("bytes of", "bytes", (bytes) => `${(bytes / 1e6).toFixed(2)} MB`),
    line(`${slowed} to push`, "push", ms),
    line(`${slowed} to pull`, "pull", ms),
  ];
}
