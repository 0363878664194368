/** Memory of an ingest. `npm run test:slow` streams 130 MB through it. */
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { createDatabase } from "#tests/support/database.ts";
import { sized } from "#tests/support/scale.ts";
import { creator, lines, post, spawnIngest, temporary } from "./bundle.ts";

const POSTS = sized(1_000, 6_000);
const POST_BYTES = 21_000;

test(`memory stays flat over a stream of ${(POSTS * POST_BYTES) / 1e6} MB`, async () => {
  await using database = await createDatabase();
  await using folder = await temporary();
  const run = spawnIngest(database.url, folder.path, ["-"]);
  async function* bundle() {
    yield lines("creators", [creator("1")]);
    yield '{"roost":1,"entity":"posts"}\n';
    for (let n = 0; n < POSTS; n++)
      yield `${JSON.stringify(post(String(n), { content: `<p>${n} ${"word ".repeat(POST_BYTES / 5)}</p>` }))}\n`;
  }
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(run.child.pid ?? 0));
  }, 50);
  await pipeline(Readable.from(bundle(), { objectMode: false }), run.child.stdin);
  const { code } = await run.ended;
  clearInterval(watch);
  expect(code).toBe(0);
  expect(await database.sql`select count(*) as n from posts`).toEqual([{ n: POSTS }]);
  expect(peak).toBeGreaterThan(30);
  expect(peak).toBeLessThan(300);
}, 600_000);

/** Most memory a process has held, in MB; 0 when it is gone. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
