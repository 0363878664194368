/** Posters and strips of videos: what they cost against ffmpeg alone, and what readers notice while a folder is worked through. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Sql } from "#backend/db/client.ts";
import { FFMPEG_LIMITS, type Ffmpeg } from "#backend/files/media/ffmpeg.ts";
import { readMedia } from "#backend/files/media/read-media.ts";
import { filePath } from "#shared/rules/files.ts";
import { ffmpeg, makeFilm } from "#tests/support/made-films.ts";
import { ingest } from "./bundles.ts";
import { compare, cpuOf, type Line, median, ms, percentile, rounds } from "./measure.ts";
import { end, type Setting } from "./setting.ts";

const SECONDS = 20;
const SIZE = "1280x720";
/** Videos of different content; the others are these with other bytes at their ends. */
const DRAWN = 5;
const QUIET_MS = 40_000;
/** Between two requests: readers, not a load test. */
const PAUSE_MS = 8;
const CALM_MS = 2_000;
const CALM_CPU_MS = 50;
const EXT = ".mp4";

interface Options {
  setting: Setting;
  full: { url: string; sql: Sql };
  data: string;
  api: { origin: string };
  films: number;
}

export async function benchFilms({ setting, full, data, api, films }: Options): Promise<Line[]> {
  if (ffmpeg === undefined) {
    console.log("      ffmpeg is not installed: videos are not measured");
    return [];
  }
  const drawn: Buffer[] = [];
  for (let at = 0; at < DRAWN; at += 1)
    drawn.push(
      await makeFilm(
        EXT,
        SECONDS,
        ["-vf", `hue=h=${at * 40}`, "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"],
        SIZE,
      ),
    );
  const cost = await costLine(ffmpeg, setting.folder, drawn);

  const worker = await setting.start("worker", { DATABASE_URL: full.url, WORKER_KINDS: "folders" });
  await untilCalm(worker.pid);
  const paths = await addressesOf(full.sql);
  await readFor(api.origin, paths, 10_000); // warm-up
  const quiet = await readFor(api.origin, paths, QUIET_MS);
  await ingest(full.sql, await bundle(setting.folder, drawn, films), data);
  const begun = performance.now();
  const busy: number[] = [];
  while ((await waiting(full.sql)) > 0) busy.push(...(await readFor(api.origin, paths, CALM_MS)));
  const seconds = (performance.now() - begun) / 1000;
  await untilCalm(worker.pid);
  quiet.push(...(await readFor(api.origin, paths, QUIET_MS)));
  await end(worker);
  const [found] = await full.sql<[{ posters: number }]>`
    select count(*)::int as posters from media_details where details ->> 'poster' = 'true'`;
  if (found.posters < films) throw new Error(`Only ${found.posters} of ${films} videos have a poster.`);

  const [ours, limit] = [percentile(busy, 0.95), percentile(quiet, 0.95)];
  return [
    cost,
    {
      what: `pages and lists, p95 of ${busy.length} while ${films} videos are read in ${seconds.toFixed(0)} s, against ${quiet.length} without`,
      ours: ms(ours),
      limit: ms(limit),
      ratio: ours / limit,
      goal: "<= 1.20",
      met: ours <= 1.2 * limit,
    },
  ];
}

async function costLine(program: Ffmpeg, folder: string, drawn: readonly Buffer[]): Promise<Line> {
  const files: string[] = [];
  for (const [at, bytes] of drawn.entries()) {
    const file = join(folder, `film-${at}${EXT}`);
    await writeFile(file, bytes);
    files.push(file);
  }
  const reader = { ffmpeg: program, limits: FFMPEG_LIMITS, signal: new AbortController().signal };
  const timed = (read: (file: string) => Promise<unknown>) => async () => {
    const times: number[] = [];
    for (const file of files) {
      const begun = performance.now();
      await read(file);
      times.push(performance.now() - begun);
    }
    return median(times);
  };
  const found = await rounds({
    ours: timed((file) => readMedia(file, EXT, reader)),
    alone: timed((file) => commands(program, file)),
  });
  const what = `poster and strip of a video (${SECONDS} s, ${SIZE}) against ffmpeg alone`;
  return compare(what, found.ours!, found.alone!, ms, { atMost: 1.2 });
}

/** The poster and the strip as one makes them by hand, at the same priority. */
async function commands({ ffmpeg: program }: Ffmpeg, file: string): Promise<void> {
  const draw = (before: string[], filter: string) =>
    promisify(execFile)(
      "nice",
      [
        ...["-n", "19", program],
        ...["-v", "error", "-nostdin", "-threads", "1", ...before, "-i", file, "-an"],
        ...["-vf", filter, "-frames:v", "1", "-c:v", "mjpeg", "-q:v", "3", "-f", "image2pipe", "pipe:1"],
      ],
      { encoding: "buffer", maxBuffer: 64 * 1024 ** 2 },
    );
  await draw(["-ss", String(SECONDS / 10)], "scale=1200:-2");
  await draw([], `fps=1,scale=160:-2,tile=10x${SECONDS / 10}`);
}

/** Writes a bundle with a post for every video. @returns its folder */
async function bundle(into: string, drawn: readonly Buffer[], films: number): Promise<string> {
  const folder = join(into, "films");
  const date = "2024-05-01T12:00:00";
  const records = { files: [] as unknown[], posts: [] as unknown[] };
  for (let at = 0; at < films; at += 1) {
    const bytes = Buffer.concat([drawn[at % DRAWN]!, freeBox(at)]);
    const hash = createHash("sha256").update(bytes).digest("hex");
    const path = filePath(hash, EXT);
    await mkdir(join(folder, "files", dirname(path)), { recursive: true });
    await writeFile(join(folder, "files", path), bytes);
    const times = { mtime: date, ctime: date, added: date };
    records.files.push({ hash, ext: EXT, mime: "video/mp4", size: bytes.length, ...times });
    records.posts.push({
      ...{ service: "patreon", id: `film${at}`, user: "films", title: `Film ${at}`, published: date },
      file: { name: `film${at}${EXT}`, path },
    });
  }
  const creator = { service: "patreon", id: "films", name: "Films", indexed: date, updated: date };
  for (const [entity, all] of Object.entries({ ...records, creators: [creator] })) {
    const lines = [{ roost: 1, entity }, ...all].map((record) => JSON.stringify(record));
    await writeFile(join(folder, `${entity}.ndjson`), `${lines.join("\n")}\n`);
  }
  return folder;
}

/** A box of MP4 that players skip. */
function freeBox(content: number): Buffer {
  const box = Buffer.alloc(16);
  box.writeUInt32BE(box.length, 0);
  box.write("free", 4, "latin1");
  box.writeUInt32BE(content, 8);
  return box;
}

async function addressesOf(sql: Sql): Promise<string[]> {
  const posts = await sql<{ service: string; user: string; id: string }[]>`
    select service, "user", id from posts where not hidden order by md5(id) limit 2000`;
  return posts.flatMap(({ service, user, id }, at) => [
    `/api/v1/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`,
    `/api/v1/posts?o=${(at % 10) * 50}`,
  ]);
}

/** Goes on from one reading to the next, so that none finds what the one before it left in a cache. */
let next = 0;

/** Requests one after the other. @returns milliseconds of each */
async function readFor(origin: string, paths: readonly string[], time: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + time;
  for (; performance.now() < until; next += 1) {
    const begun = performance.now();
    const answer = await fetch(origin + paths[next % paths.length]!);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    times.push(performance.now() - begun);
    await sleep(PAUSE_MS);
  }
  return times;
}

async function waiting(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from files f
    where f.ext = ${EXT} and not exists (select from media_details m where m.hash = f.hash)`;
  return row.count;
}

/** The worker has nothing left to do. */
async function untilCalm(pid: number | undefined): Promise<void> {
  for (;;) {
    const before = await cpuOf(pid);
    await sleep(CALM_MS);
    const after = await cpuOf(pid);
    if (before === undefined || after === undefined || after - before <= CALM_CPU_MS) return;
  }
}
