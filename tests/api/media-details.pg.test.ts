/** Videos and audio files that ffmpeg reads in the background: details, posters, strips, waveforms. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkMedia } from "#backend/doctor/check-media.ts";
import { FFMPEG_LIMITS } from "#backend/files/media/ffmpeg.ts";
import { MediaFiles } from "#backend/files/media/media-files.ts";
import { mediaTask } from "#backend/files/media/media-task.ts";
import type { ProgramLimits } from "#backend/files/run-program.ts";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { followTakedowns } from "#backend/takedowns/follow.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import type { MediaDetails } from "#shared/entities/media-details.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { filePath } from "#shared/rules/files.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { closeGate } from "#tests/support/gate.ts";
import { ffmpeg, makeFilm, makeSound, makeTurnedFilm } from "#tests/support/made-films.ts";
import { startS3 } from "#tests/support/s3.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const isInstalled = ffmpeg !== undefined;
const withFfmpeg = test.skipIf(!isInstalled);
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

interface Options {
  of?: TestServer;
  limits?: ProgramLimits;
  signal?: AbortSignal;
  version?: string;
}
function task({
  of = server,
  limits = FFMPEG_LIMITS,
  signal = new AbortController().signal,
  version,
}: Options = {}) {
  if (ffmpeg === undefined) throw new Error("ffmpeg is not installed.");
  return mediaTask({
    ...of,
    ffmpeg: { ...ffmpeg, version: version ?? ffmpeg.version },
    mediaFiles: new MediaFiles(of.data),
    log: pino({ level: "silent" }),
    limits,
    signal,
  });
}
async function finish({ run }: ReturnType<typeof task>) {
  while ((await run()) === true);
}

/** Stores files in one post. @returns their paths */
async function post(id: string, files: [name: string, bytes: Buffer][]): Promise<string[]> {
  const attachments: { name: string; path: string }[] = [];
  for (const [name, bytes] of files) {
    const ext = name.slice(name.lastIndexOf("."));
    attachments.push({ name, path: filePath(await storeFile(server, bytes, ext), ext) });
  }
  await buildPost(server.sql, { id, attachments });
  return attachments.map(({ path }) => path);
}
async function pageOf(id: string): Promise<PostEnvelope> {
  await allNotified(server);
  return (await server.json(`/api/v1/patreon/user/1/post/${id}`)).body as PostEnvelope;
}
const mediaOf = async (id: string): Promise<Record<string, MediaDetails | undefined>> =>
  Object.fromEntries((await pageOf(id)).attachments.map(({ name, media }) => [name, media]));
async function faultOf(path: string): Promise<string | null | undefined> {
  const [row] = await server.sql<[{ fault: string | null }?]>`
    select fault from media_details where hash = ${path.slice(7, 71)}`;
  return row?.fault;
}
const statusOf = async (path: string) => (await server.get(path)).status;

withFfmpeg(
  "videos of every kind have a duration, a size, codecs, a poster and a strip",
  async () => {
    const paths = await post("films", [
      ["a.mp4", await makeFilm(".mp4", 12)],
      ["b.mkv", await makeFilm(".mkv", 3)],
      ["c.webm", await makeFilm(".webm", 2, ["-c:v", "libvpx", "-c:a", "libopus"])],
      ["d.mov", await makeFilm(".mov", 1, undefined, "64x48")],
      ["e.mp4", await makeTurnedFilm(2)],
    ]);
    expect(await statusOf(`/thumbnail/data${paths[0]}`), "before").toBe(404);
    expect((await pageOf("films")).attachments[0]).not.toHaveProperty("media");
    await finish(task());
    const near = (seconds: number) => expect.closeTo(seconds, 0);
    expect(await mediaOf("films")).toEqual({
      "a.mp4": {
        duration: near(12),
        ...{ width: 320, height: 180, video_codec: "h264", audio_codec: "aac", poster: true },
        strip: { pictures: 12, columns: 10, width: 160, height: 90, interval: near(1) },
      },
      "b.mkv": {
        duration: near(3),
        ...{ width: 320, height: 180, video_codec: "h264", audio_codec: expect.any(String), poster: true },
        strip: { pictures: 3, columns: 3, width: 160, height: 90, interval: near(1) },
      },
      "c.webm": {
        duration: near(2),
        ...{ width: 320, height: 180, video_codec: "vp8", audio_codec: "opus", poster: true },
        strip: { pictures: 2, columns: 2, width: 160, height: 90, interval: near(1) },
      },
      "d.mov": {
        duration: near(1),
        width: 64,
        height: 48,
        video_codec: "h264",
        audio_codec: "aac",
        poster: true,
      },
      "e.mp4": {
        duration: near(2),
        ...{ width: 180, height: 320, video_codec: "h264", poster: true },
        strip: { pictures: 2, columns: 2, width: 90, height: 160, interval: near(1) },
      },
    });
    const page = await pageOf("films");
    expect(page.videos.map(({ media }) => media)).toEqual(page.attachments.map(({ media }) => media));

    const poster = await server.get(`/thumbnail/data${paths[0]}?w=180`);
    expect([poster.status, poster.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    const drawn = await sharp(Buffer.from(await poster.arrayBuffer())).metadata();
    expect([drawn.width, drawn.height]).toEqual([180, 101]);
    const turned = await sharp(
      Buffer.from(await (await server.get(`/thumbnail/data${paths[4]}`)).arrayBuffer()),
    ).metadata();
    expect([turned.width, turned.height]).toEqual([180, 320]);
    const strip = await server.get(`/thumbnail/strip/data${paths[0]}`);
    expect([strip.status, strip.headers.get("content-type"), strip.headers.get("cache-control")]).toEqual([
      200,
      "image/jpeg",
      "public, max-age=31536000, immutable",
    ]);
    const size = await sharp(Buffer.from(await strip.arrayBuffer())).metadata();
    expect([size.width, size.height]).toEqual([1600, 180]);
    expect(await statusOf(`/thumbnail/strip/data${paths[3]}`), "of one second there is no strip").toBe(404);
    expect(await task().run(), "nothing is read twice").toBe(false);
  },
  600_000,
);

withFfmpeg(
  "audio files have a duration and a waveform, however loud they are",
  async () => {
    await post("sounds", [
      ["a.mp3", await makeSound(".mp3", 4, "volume='if(lt(t,2),0.05,0.5)':eval=frame")],
      ["b.flac", await makeSound(".flac", 4, "volume='if(lt(t,2),0.005,0.05)':eval=frame")],
      ["c.ogg", await makeSound(".ogg", 1)],
      ["d.wav", await makeSound(".wav", 1, "volume=0")],
    ]);
    await finish(task());
    const { "a.mp3": mp3, "b.flac": flac, "c.ogg": ogg, "d.wav": silent } = await mediaOf("sounds");
    expect([mp3?.audio_codec, flac?.audio_codec, ogg?.audio_codec]).toEqual(["mp3", "flac", "vorbis"]);
    expect([mp3?.duration, flac?.duration]).toEqual([expect.closeTo(4, 0), expect.closeTo(4, 0)]);
    for (const { waveform = [] } of [mp3 ?? {}, flac ?? {}]) {
      const quarter = Math.floor(waveform.length / 4);
      expect([waveform.length > 50, Math.max(...waveform)]).toEqual([true, 100]);
      expect(waveform[quarter]).toBeLessThan(20);
      expect(waveform[quarter * 3]).toBeGreaterThan(80);
    }
    expect(silent).toEqual({ duration: 1, audio_codec: "pcm_s16le" });
  },
  600_000,
);

withFfmpeg(
  "cards show the poster of a post whose first file is a video",
  async () => {
    const bytes = await makeFilm(".mp4", 2, undefined, "96x64");
    const [path] = await post("card", [["film.mp4", bytes]]);
    const cardOf = async (extra = "card") => {
      await allNotified(server);
      const { body } = await server.json(`/api/v1/patreon/user/1/posts?with=${extra}`);
      return (body as { id: string; poster?: string }[]).find(({ id }) => id === "card");
    };
    expect(await cardOf()).not.toHaveProperty("poster");
    await finish(task());
    expect(await cardOf()).toMatchObject({ poster: path });
    expect(await cardOf("tags")).toMatchObject({ poster: path });
  },
  600_000,
);

withFfmpeg(
  "no other file is read and no request leaves, whatever a file says",
  async () => {
    let requests = 0;
    const listening = createServer((_, response) => {
      requests += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(listening, "listening");
    const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/x.ts`;
    const secret = join(server.data, "secret.mp4");
    await writeFile(secret, await makeFilm(".mp4", 2));
    const list = (address: string) =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`;
    const texts: [string, string][] = [
      ["list.mp4", list(url)],
      ["local.mp4", list(secret)],
      ["concat.mkv", `ffconcat version 1.0\nfile '${secret}'\n`],
      ["remote.webm", `ffconcat version 1.0\nfile '${url}'\n`],
      ["text.mp4", "only words"],
      ["text.mp3", "ID3 only words"],
      ["dash.mp4", `<?xml version="1.0"?><MPD><BaseURL>${url}</BaseURL></MPD>`],
      ["sdp.mp4", "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n"],
    ];
    const film = await makeFilm(".mp4", 4);
    // The track's data is elsewhere: a reference of version 0 without the flag for "in this file".
    const elsewhere = Buffer.from(film);
    const at = elsewhere.indexOf("url ");
    elsewhere.writeUInt32BE(0, at + 4);
    const matroska = await makeFilm(".mkv", 4);
    const paths = await post("hostile", [
      ...texts.map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
      ["elsewhere.mp4", elsewhere],
      ["cut.mp4", film.subarray(0, film.length / 2)],
      ["empty.mp4", film.subarray(0, 40)],
      ["cut.mkv", matroska.subarray(0, matroska.length / 2)],
      ["playlist.mkv", Buffer.concat([matroska.subarray(0, 300), Buffer.from(list(url).repeat(50))])],
    ]);
    await finish(task());
    listening.close();
    expect(requests).toBe(0);
    const media = await mediaOf("hostile");
    const read = Object.entries(media).filter(([, one]) => one?.poster === true);
    expect(read.map(([name]) => name)).toEqual(["elsewhere.mp4", "cut.mkv"]);
    expect(await faultOf(paths[0] ?? "")).toBe("It is no video.");
    expect(await faultOf(paths[9] ?? "")).toMatch(/^ff(mpeg|probe): /);
    for (const [index, [name]] of texts.entries())
      expect([name, await faultOf(paths[index] ?? "")]).toEqual([name, expect.any(String)]);
    expect(await task().run(), "what failed is not tried again").toBe(false);
  },
  600_000,
);

withFfmpeg(
  "what takes too long or too much memory ends, with its reason",
  async () => {
    const long = await makeFilm(".mkv", 30, ["-c:v", "mpeg4"], "960x540");
    const [slow] = await post("slow", [["slow.mkv", long]]);
    await finish(task({ limits: { ...FFMPEG_LIMITS, milliseconds: 1 } }));
    expect(await faultOf(slow ?? "")).toBe("It takes too long.");
    const [large] = await post("large", [["large.mkv", Buffer.concat([long, Buffer.from("x")])]]);
    await finish(task({ limits: { ...FFMPEG_LIMITS, bytes: 1 } }));
    expect(await faultOf(large ?? "")).toBe("It takes too much memory.");
    expect((await mediaOf("slow"))["slow.mkv"]).toBeUndefined();

    await finish(task({ version: "another ffmpeg" }));
    expect([await faultOf(slow ?? ""), await faultOf(large ?? "")], "another ffmpeg may do better").toEqual([
      null,
      null,
    ]);
  },
  600_000,
);

withFfmpeg(
  "a file that ended the worker three times is given up",
  async () => {
    const [path = ""] = await post("deadly", [["deadly.mp4", await makeFilm(".mp4", 2, undefined, "80x60")]]);
    await server.sql`insert into reading_attempts (hash, count) values (${path.slice(7, 71)}, 3)`;
    await finish(task());
    expect(await faultOf(path)).toBe("It stopped the worker too often.");
    expect(await server.sql`select from reading_attempts`).toHaveLength(0);
  },
  600_000,
);

withFfmpeg(
  "a worker that is stopped in the middle goes on later",
  async () => {
    const [path = ""] = await post("stopped", [
      ["stopped.mkv", await makeFilm(".mkv", 40, ["-c:v", "mpeg4"], "960x540")],
    ]);
    const stop = new AbortController();
    const running = task({ signal: stop.signal }).run();
    await expect.poll(() => server.sql`select from reading_attempts`).toHaveLength(1);
    stop.abort();
    await expect(running).rejects.toThrow();
    expect(await faultOf(path)).toBeUndefined();
    expect(await server.sql`select count from reading_attempts`, "no fault of the file").toEqual([
      { count: 0 },
    ]);
    await finish(task());
    expect((await mediaOf("stopped"))["stopped.mkv"]?.strip?.pictures).toBe(40);
  },
  600_000,
);

withFfmpeg(
  "a worker that is killed in the middle goes on at its next start",
  async () => {
    const [path = ""] = await post("killed", [
      ["killed.mkv", await makeFilm(".mkv", 50, ["-c:v", "mpeg4"], "960x540")],
    ]);
    const start = () =>
      spawn(process.execPath, [PROGRAMS.worker.file], {
        env: {
          ...process.env,
          DATABASE_URL: server.config.DATABASE_URL,
          ROOST_DATA: server.data,
          WORKER_KINDS: "folders",
          LOG_LEVEL: "silent",
        },
        stdio: "ignore",
      });
    const gate = await closeGate(server.sql, "media_details"); // what it reads is not stored yet
    const first = start();
    await expect
      .poll(() => server.sql`select count from reading_attempts`, { timeout: 200_000, interval: 20 })
      .toHaveLength(1);
    first.kill("SIGKILL");
    await once(first, "exit");
    await gate.open();
    expect(await faultOf(path)).toBeUndefined();
    const second = start();
    await expect
      .poll(async () => (await mediaOf("killed"))["killed.mkv"]?.poster, { timeout: 200_000 })
      .toBe(true);
    second.kill("SIGTERM");
    await once(second, "exit");
  },
  600_000,
);

withFfmpeg(
  "a takedown deletes poster and strip, also of a file that is just being read",
  async () => {
    const [path = ""] = await post("taken", [["taken.mp4", await makeFilm(".mp4", 3, undefined, "100x60")]]);
    await finish(task());
    const files = new MediaFiles(server.data);
    const places = (["poster", "strip"] as const).map((part) => files.locate(path.slice(7, 71), part));
    expect(places.map(existsSync)).toEqual([true, true]);
    expect(await statusOf(`/thumbnail/data${path}?w=180`)).toBe(200);
    await takeDown(server.sql, { service: "patreon", user: "1", post: "taken" });
    const stop = followTakedowns(server.sql, server.storage, [server.pictures], pino({ level: "silent" }));
    try {
      await expect.poll(() => places.map(existsSync)).toEqual([false, false]);
    } finally {
      stop();
    }
    await allNotified(server);
    for (const address of [`/thumbnail/data${path}?w=180`, `/thumbnail/strip/data${path}`])
      await expect.poll(() => statusOf(address)).not.toBe(200);
    expect(await server.sql`select from media_details where hash = ${path.slice(7, 71)}`).toHaveLength(0);

    const [late = ""] = await post("late", [
      ["late.mkv", await makeFilm(".mkv", 30, ["-c:v", "mpeg4"], "960x540")],
    ]);
    const running = finish(task());
    await expect.poll(() => server.sql`select from reading_attempts`).toHaveLength(1);
    await takeDown(server.sql, { service: "patreon", user: "1", post: "late" });
    await running;
    const left = (["poster", "strip"] as const).map((part) => files.locate(late.slice(7, 71), part));
    expect(left.map(existsSync)).toEqual([false, false]);
  },
  600_000,
);

withFfmpeg(
  "a deleted cache is made again at the next start",
  async () => {
    await using other = await startServer();
    const bytes = await makeFilm(".mp4", 2, undefined, "120x60");
    const address = `/thumbnail/data${filePath(await storeFile(other, bytes, ".mp4"), ".mp4")}`;
    const status = async () => (await other.get(address)).status;
    await finish(task({ of: other }));
    expect(await status()).toBe(200);
    await rm(join(other.data, "cache"), { recursive: true, force: true });
    expect(await status()).toBe(404);
    await finish(task({ of: other }));
    expect(await status()).toBe(200);
  },
  600_000,
);

withFfmpeg(
  "a file in a bucket is downloaded for it",
  async () => {
    await using s3 = await startS3();
    await using elsewhere = await startServer(s3.settings);
    const bytes = await makeFilm(".mp4", 2);
    const hash = await storeFile(elsewhere, bytes, ".mp4");
    const place = join(elsewhere.data, "files", filePath(hash, ".mp4"));
    await elsewhere.storage.put(place, { hash, ext: ".mp4", size: bytes.length });
    await rm(place);
    await finish(task({ of: elsewhere }));
    expect((await elsewhere.get(`/thumbnail/data${filePath(hash, ".mp4")}?w=180`)).status).toBe(200);
  },
  600_000,
);

withFfmpeg("the doctor counts what has no preview, and why", async () => {
  await using other = await startServer();
  const config = { FFMPEG: undefined, TRANSCODE: false };
  expect(await checkMedia(other.sql, config)).toMatchObject({ state: "ok" });
  await storeFile(other, Buffer.from("words"), ".mp4");
  await storeFile(other, Buffer.from("words again"), ".mp4");
  await storeFile(other, Buffer.from("a sound"), ".mp3");
  expect((await checkMedia(other.sql, { ...config, FFMPEG: "none" })).text).toBe(
    "Videos and audio: ffmpeg is missing, 3 files have no preview",
  );
  expect(await checkMedia(other.sql, config)).toEqual({
    state: "ok",
    text: "Videos and audio: 0 files have a preview, 3 are waiting",
  });
  await finish(task({ of: other }));
  expect((await checkMedia(other.sql, config)).text).toBe(
    "Videos and audio: 0 files have a preview, 3 have none or only a part\n         2: It is no video.\n         1: It is no audio.",
  );
});

test("without ffmpeg, videos are as they were", async () => {
  const [path = ""] = await post("plain", [["plain.mp4", Buffer.from("some video")]]);
  const page = await pageOf("plain");
  expect(page.videos.map((video) => Object.keys(video))).toEqual([
    ["index", "path", "name", "extension", "name_extension", "server"],
  ]);
  expect(await statusOf(`/thumbnail/data${path}`)).toBe(404);
  expect(await statusOf(`/thumbnail/strip/data${path}`)).toBe(404);
  expect(await statusOf("/thumbnail/strip/data/x")).toBe(404);
});
