/** Finding similar pictures among those that a device has, in Chromium on a slow processor. */
import { SEARCH_DISTANCE } from "#shared/rules/pdq-limits.ts";
import { type Line, ms, percentile } from "./measure.ts";
import { openPicturePage } from "./picture-page.ts";

const CPU_SLOWDOWN = 4;
const PICTURES = 100_000;
const SCANS = 50;
const GOAL_MS = 30;

/** Exports of pwa/offline/pictures/closest.ts, in the page. */
declare const closestHashes: typeof import("../../pwa/offline/pictures/closest.ts");

export async function benchScan(): Promise<Line> {
  await using opened = await openPicturePage("closest.ts", "closestHashes");
  const { page } = opened;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const times = await page.evaluate(scan, { pictures: PICTURES, scans: SCANS, most: SEARCH_DISTANCE });
  const p95 = percentile(times, 0.95);
  return {
    what: `picture: one of ${PICTURES.toLocaleString("en")} on the device, p95, CPU ${CPU_SLOWDOWN}x slower`,
    ...{ ours: ms(p95), limit: "-", ratio: p95 / GOAL_MS, goal: `<= ${ms(GOAL_MS)}`, met: p95 <= GOAL_MS },
  };
}

interface Scan {
  pictures: number;
  scans: number;
  most: number;
}

/** Runs in the page: milliseconds of each scan for one of the pictures. */
function scan({ pictures, scans, most }: Scan): number[] {
  const packed = new Uint32Array(pictures * 8);
  for (let at = 0; at < packed.length; at += 8_192)
    crypto.getRandomValues(packed.subarray(at, Math.min(at + 8_192, packed.length)));
  return Array.from({ length: scans }, (_, turn) => {
    const start = ((turn * 7_919) % pictures) * 8;
    let hash = "";
    for (const word of packed.subarray(start, start + 8)) hash += word.toString(16).padStart(8, "0");
    const begun = performance.now();
    const found = closestHashes.closest(packed, hash, most);
    const time = performance.now() - begun;
    if (found.length === 0) throw new Error("The picture was not found.");
    return time;
  });
}
