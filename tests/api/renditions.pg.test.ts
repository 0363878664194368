/** Copies that every browser plays, of videos that browsers commonly do not: TRANSCODE=1. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkMedia } from "#backend/doctor/check-media.ts";
import { FFMPEG_LIMITS } from "#backend/files/media/ffmpeg.ts";
import { MediaFiles, unfinished } from "#backend/files/media/media-files.ts";
import { mediaTask } from "#backend/files/media/media-task.ts";
import { renditionTask } from "#backend/files/media/rendition-task.ts";
import type { ProgramLimits } from "#backend/files/run-program.ts";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { followTakedowns } from "#backend/takedowns/follow.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import type { MediaDetails, Rendition } from "#shared/entities/media-details.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { filePath, hashOfPath } from "#shared/rules/files.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { closeGate } from "#tests/support/gate.ts";
import { ffmpeg, makeFilm } from "#tests/support/made-films.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const withFfmpeg = test.skipIf(ffmpeg === undefined);
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

const MPEG4 = ["-c:v", "mpeg4", "-q:v", "5", "-c:a", "aac"];

interface Options {
  limits?: ProgramLimits;
  signal?: AbortSignal;
  version?: string;
}
function tasks({ limits, signal = new AbortController().signal, version }: Options = {}) {
  if (ffmpeg === undefined) throw new Error("ffmpeg is not installed.");
  const options = {
    ...server,
    ffmpeg: { ...ffmpeg, version: version ?? ffmpeg.version },
    mediaFiles: new MediaFiles(server.data),
    log: pino({ level: "silent" }),
    signal,
  };
  return {
    details: mediaTask(options),
    renditions: renditionTask(limits ? { ...options, limits } : options),
  };
}
async function finish(...given: { run(): Promise<unknown> }[]) {
  for (const { run } of given) while ((await run()) === true);
}
async function finishAll(options: Options = {}) {
  const { details, renditions } = tasks(options);
  await finish(details, renditions);
}

/** Stores a video in a post of the same name. @returns its path */
async function post(name: string, bytes: Buffer): Promise<string> {
  const ext = name.slice(name.lastIndexOf("."));
  const path = filePath(await storeFile(server, bytes, ext), ext);
  await buildPost(server.sql, { id: name, attachments: [{ name, path }] });
  return path;
}
async function mediaOf(name: string): Promise<MediaDetails | undefined> {
  await allNotified(server);
  const { videos } = (await server.json(`/api/v1/patreon/user/1/post/${name}`)).body as PostEnvelope;
  return videos[0]?.media;
}
const addressOf = (path: string) => `/thumbnail/rendition/data${path}`;
const placeOf = (path: string) => new MediaFiles(server.data).locate(hashOfPath(path) ?? "", "rendition");
const faultOf = async (path: string) =>
  (
    await server.sql<
      { fault: string }[]
    >`select fault from media_renditions where hash = ${hashOfPath(path) ?? ""}`
  )[0]?.fault;

interface Probe {
  streams: { codec_name: string; width?: number; height?: number; pix_fmt?: string }[];
}
async function probe(bytes: Buffer): Promise<Probe["streams"]> {
  const file = join(server.data, "probed.mp4");
  await writeFile(file, bytes);
  const args = [
    "-v",
    "error",
    "-of",
    "json",
    "-show_entries",
    "stream=codec_name,width,height,pix_fmt",
    file,
  ];
  const { stdout } = await promisify(execFile)(ffmpeg?.ffprobe ?? "ffprobe", args);
  return (JSON.parse(stdout) as Probe).streams;
}

withFfmpeg(
  "videos with codecs that browsers lack get one MP4 of at most 720p; the others none",
  async () => {
    const wide = await post("wide.mkv", await makeFilm(".mkv", 3, MPEG4, "1600x901"));
    const tall = await post("tall.mov", await makeFilm(".mov", 2, MPEG4, "90x161"));
    const sound = await post("sound.mkv", await makeFilm(".mkv", 2, ["-c:v", "libx264", "-c:a", "ac3"]));
    const plain = await post("plain.mp4", await makeFilm(".mp4", 2));
    const { details, renditions } = tasks();
    await finish(details);
    expect(await mediaOf("wide.mkv")).not.toHaveProperty("rendition");
    expect((await server.get(addressOf(wide))).status).toBe(404);
    await finish(renditions);
    expect(await mediaOf("plain.mp4")).not.toHaveProperty("rendition");
    expect((await server.get(addressOf(plain))).status).toBe(404);

    const { rendition } = (await mediaOf("wide.mkv")) as MediaDetails & { rendition: Rendition };
    expect(rendition).toEqual({ bytes: expect.any(Number), width: 1280, height: 720 });
    const response = await server.get(addressOf(wide));
    expect(response.headers.get("content-type")).toBe("video/mp4");
    expect(response.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(rendition.bytes);
    expect(bytes.indexOf("moov"), "its index is in front").toBeLessThan(bytes.indexOf("mdat"));
    expect(await probe(bytes)).toEqual([
      { codec_name: "h264", width: 1280, height: 720, pix_fmt: "yuv420p" },
      { codec_name: "aac" },
    ]);
    const part = await server.get(addressOf(wide), { headers: { range: "bytes=4-7" } });
    expect([part.status, await part.text()]).toEqual([206, "ftyp"]);

    expect((await mediaOf("tall.mov"))?.rendition).toMatchObject({ width: 90, height: 160 });
    expect((await server.get(addressOf(tall))).status).toBe(200);
    expect((await mediaOf("sound.mkv"))?.rendition).toMatchObject({ width: 320, height: 180 });
    expect((await server.get(addressOf(sound))).status).toBe(200);
    expect(await server.sql`select from reading_attempts`).toHaveLength(0);
    expect(existsSync(unfinished(placeOf(wide)))).toBe(false);

    await rm(placeOf(tall));
    await finish(tasks().renditions);
    expect((await server.get(addressOf(tall))).status, "made again").toBe(200);
  },
  600_000,
);

withFfmpeg(
  "what cannot be converted has a reason, and another ffmpeg tries again",
  async () => {
    const slow = await post("slow.mkv", await makeFilm(".mkv", 20, MPEG4, "640x360"));
    const limits = { ...FFMPEG_LIMITS, milliseconds: 1 };
    const { details } = tasks();
    await finish(details, tasks({ limits }).renditions);
    expect(await faultOf(slow)).toBe("It takes too long.");
    expect(await mediaOf("slow.mkv")).not.toHaveProperty("rendition");
    const { state, text } = await checkMedia(server.sql, { FFMPEG: undefined, TRANSCODE: true });
    expect(state).toBe("warning");
    expect(text).toContain("1: not converted. It takes too long.");
    expect(text).toMatch(/3 have a copy that browsers play \(\d+ MB\)/);

    await finish(tasks({ version: "another ffmpeg" }).renditions);
    expect(await faultOf(slow)).toBeNull();

    const deadly = await post("deadly.mkv", await makeFilm(".mkv", 2, MPEG4, "100x80"));
    await finish(tasks().details);
    await server.sql`insert into reading_attempts (hash, count) values (${hashOfPath(deadly) ?? ""}, 3)`;
    await finish(tasks().renditions);
    expect(await faultOf(deadly)).toBe("It stopped the worker too often.");
  },
  600_000,
);

withFfmpeg(
  "a takedown deletes the copy, also of a video that is just being converted",
  async () => {
    const path = await post("taken.mkv", await makeFilm(".mkv", 2, MPEG4, "120x90"));
    await finishAll();
    expect((await server.get(addressOf(path))).status).toBe(200);
    await takeDown(server.sql, { service: "patreon", user: "1", post: "taken.mkv" });
    const stop = followTakedowns(server.sql, server.storage, [server.pictures], pino({ level: "silent" }));
    try {
      await expect.poll(() => existsSync(placeOf(path))).toBe(false);
      await allNotified(server);
      await expect.poll(async () => (await server.get(addressOf(path))).status).not.toBe(200);
      expect(await faultOf(path)).toBeUndefined();

      const late = await post("late.mkv", await makeFilm(".mkv", 40, MPEG4, "960x540"));
      const { details, renditions } = tasks();
      await finish(details);
      const running = finish(renditions);
      await expect.poll(() => existsSync(unfinished(placeOf(late)))).toBe(true);
      await takeDown(server.sql, { service: "patreon", user: "1", post: "late.mkv" });
      await running;
      const left = () => [placeOf(late), unfinished(placeOf(late))].map(existsSync);
      await expect.poll(left).toEqual([false, false]);
    } finally {
      stop();
    }
  },
  600_000,
);

withFfmpeg(
  "a worker that is stopped or killed in the middle goes on at its next start",
  async () => {
    const path = await post("killed.mkv", await makeFilm(".mkv", 40, MPEG4, "960x540"));
    const stop = new AbortController();
    const { details, renditions } = tasks({ signal: stop.signal });
    await finish(details);
    const running = renditions.run();
    await expect.poll(() => existsSync(unfinished(placeOf(path)))).toBe(true);
    stop.abort();
    await expect(running).rejects.toThrow();
    expect(await server.sql`select count from reading_attempts`, "no fault of the file").toEqual([
      { count: 0 },
    ]);
    expect(existsSync(unfinished(placeOf(path)))).toBe(false);

    const start = () =>
      spawn(process.execPath, [PROGRAMS.worker.file], {
        env: {
          ...process.env,
          ...{ DATABASE_URL: server.config.DATABASE_URL, ROOST_DATA: server.data },
          ...{ WORKER_KINDS: "folders", LOG_LEVEL: "silent", TRANSCODE: "1" },
        },
        stdio: "ignore",
      });
    const gate = await closeGate(server.sql, "media_renditions"); // what it reads is not stored yet
    const first = start();
    await expect
      .poll(() => existsSync(unfinished(placeOf(path))), { timeout: 200_000, interval: 20 })
      .toBe(true);
    first.kill("SIGKILL");
    await once(first, "exit");
    await gate.open();
    expect(await mediaOf("killed.mkv")).not.toHaveProperty("rendition");
    const second = start();
    await expect
      .poll(async () => (await mediaOf("killed.mkv"))?.rendition, { timeout: 240_000 })
      .toMatchObject({ width: 960, height: 540 });
    second.kill("SIGTERM");
    await once(second, "exit");
    const bytes = Buffer.from(await (await server.get(addressOf(path))).arrayBuffer());
    expect((await probe(bytes)).map(({ codec_name }) => codec_name)).toEqual(["h264", "aac"]);
  },
  900_000,
);
