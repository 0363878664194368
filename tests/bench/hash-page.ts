/** The page of the bench that hashes with the app's own pool while something moves on it. */
import { HashPool } from "../../pwa/features/search/hash-search/hashing/pool.ts";
import type { PoolSize } from "../../pwa/features/search/hash-search/hashing/pool-size.ts";

export interface PoolTime {
  ms: number;
  hashes: string[];
  /** Frames that came more than 50 ms after the one before, and the longest such time. */
  late: number;
  longest: number;
}

const mark = document.body.appendChild(document.createElement("p"));

/** @param size without one nothing is hashed, for `ms` */
async function hashAll(size: PoolSize | undefined, ms = 0): Promise<PoolTime> {
  const files = [...(document.querySelector("input")?.files ?? [])];
  const frames = countFrames();
  const begun = performance.now();
  const hashes: string[] = files.map(() => "");
  if (size === undefined) await new Promise((resolve) => setTimeout(resolve, ms));
  else
    await new Promise<void>((resolve, reject) => {
      let left = files.length;
      const pool = new HashPool(
        {
          onProgress: () => {},
          onEnds: (ends) => {
            for (const end of ends) {
              if ("problem" in end) return reject(new Error(end.problem));
              hashes[end.id] = end.hash;
              left--;
            }
            if (left > 0) return;
            pool.stop();
            resolve();
          },
        },
        size,
      );
      pool.add(files.map((file, id) => ({ id, file })));
    });
  return { ms: performance.now() - begun, hashes, ...frames.stop() };
}

function countFrames() {
  let [last, late, longest] = [performance.now(), 0, 0];
  let request = 0;
  const onFrame = (now: number) => {
    const took = now - last;
    last = now;
    if (took > 50) late++;
    longest = Math.max(longest, took);
    mark.textContent = String(now); // something to draw
    request = requestAnimationFrame(onFrame);
  };
  request = requestAnimationFrame(onFrame);
  return {
    stop() {
      cancelAnimationFrame(request);
      return { late, longest };
    },
  };
}

const bench = { hashAll };
export type HashBench = typeof bench;
Object.assign(globalThis, { bench });
