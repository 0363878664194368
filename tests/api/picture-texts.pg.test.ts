/** Text in images, read by tesseract in the background, and the route that answers it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPictureTexts } from "#backend/doctor/check-picture-texts.ts";
import { Pictures } from "#backend/files/pictures.ts";
import { TESSERACT_LIMITS } from "#backend/files/text/tesseract.ts";
import { type TextTaskOptions, textTask } from "#backend/files/text/text-task.ts";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import type { PictureText } from "#shared/entities/picture-text.ts";
import { filePath } from "#shared/rules/files.ts";
import { textOfLines } from "#shared/text/picture-lines.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { closeGate } from "#tests/support/gate.ts";
import { drawTexts, letteredPicture, OCR_LANGUAGES, tesseract } from "#tests/support/lettered-pictures.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const withTesseract = test.skipIf(tesseract === undefined);
const TIMEOUT_MS = 600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

/** @param languages one takes less time than a choice among several */
function task({
  of = server,
  languages = ["eng"],
  ...options
}: { of?: TestServer; languages?: string[] } & Partial<TextTaskOptions> = {}) {
  if (tesseract === undefined) throw new Error("tesseract is not installed.");
  return textTask({
    ...of,
    tesseract: { ...tesseract, languages },
    pictures: new Pictures({ ...of, isBackground: true }),
    log: pino({ level: "silent" }),
    signal: new AbortController().signal,
    ...options,
  });
}
async function finish({ run }: ReturnType<typeof task>) {
  while ((await run()) === true);
}
/** Stores an image in a post. @returns its hash */
async function post(id: string, bytes: Buffer, ext = ".png", of = server): Promise<string> {
  const hash = await storeFile(of, bytes, ext);
  await buildPost(of.sql, { id, attachments: [{ name: `a${ext}`, path: filePath(hash, ext) }] });
  return hash;
}
async function textOf(hash: string): Promise<PictureText> {
  await allNotified(server);
  return (await server.json(`/api/v1/file/${hash}/text`)).body as PictureText;
}
async function faultOf(hash: string): Promise<string | null | undefined> {
  const [row] = await server.sql<[{ fault: string | null }?]>`
    select fault from picture_texts where hash = ${hash}`;
  return row?.fault;
}
/** Words of one line in an image of its own. */
const drawn = (...texts: string[]) =>
  drawTexts(
    texts.map((text, at) => ({ text, left: 80, top: 80 + at * 80 })),
    { font: "DejaVu Sans", size: 32, width: 600, height: 260 },
  );

withTesseract(
  "the words of an image are answered by lines, inside the boxes that they were drawn in",
  async () => {
    const picture = await drawn("The harbor festival", "begins at seven");
    const hash = await post("notice", picture.bytes);
    expect(await textOf(hash), "before").toEqual({ lines: [] });
    await finish(task());
    const { lines } = await textOf(hash);
    expect(textOfLines(lines)).toBe("The harbor festival\nbegins at seven");
    for (const [at, { words }] of lines.entries()) {
      const line = picture.lines[at] ?? { left: 0, top: 0, width: 0, height: 0 };
      for (const { box } of words) {
        const [left, top, width, height] = box;
        expect(left * picture.width).toBeGreaterThanOrEqual(line.left - 2);
        expect(top * picture.height).toBeGreaterThanOrEqual(line.top - 2);
        expect((left + width) * picture.width).toBeLessThanOrEqual(line.left + line.width + 2);
        expect((top + height) * picture.height).toBeLessThanOrEqual(line.top + line.height + 2);
      }
    }
    expect(await task().run(), "nothing is read twice").toBe(false);
  },
  TIMEOUT_MS,
);

withTesseract.each(["Cyrillic", "Japanese", "Chinese", "Korean"] as const)(
  "a notice in %s is read in its script",
  async (script) => {
    const picture = await letteredPicture(script, "notice", 1);
    const hash = await post(script, picture.bytes);
    await finish(task({ languages: OCR_LANGUAGES }));
    const text = textOfLines((await textOf(hash)).lines).replaceAll(/\s/g, "");
    const pairs = picture.lines.flatMap((line) => {
      const letters = line.text.replaceAll(" ", "");
      return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2));
    });
    expect(pairs.filter((pair) => text.includes(pair)).length / pairs.length).toBeGreaterThan(0.8);
  },
  TIMEOUT_MS,
);

withTesseract(
  "images that are turned by a note, large, or transparent are read as they are shown",
  async () => {
    const { bytes } = await drawn("The harbor festival");
    const turned = await sharp(bytes).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const large = await sharp(bytes).resize({ width: 3000 }).webp().toBuffer();
    const clear = await sharp({
      text: { text: "The harbor festival", font: "DejaVu Sans 40", dpi: 72, rgba: true },
    })
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: "transparent" })
      .png()
      .toBuffer();
    const hashes = [
      await post("turned", turned, ".jpg"),
      await post("large", large, ".webp"),
      await post("clear", clear),
    ];
    await finish(task());
    for (const hash of hashes) {
      const { lines } = await textOf(hash);
      expect(textOfLines(lines)).toBe("The harbor festival");
      expect(lines[0]?.words[0]?.box[0]).toBeLessThan(0.2);
    }
  },
  TIMEOUT_MS,
);

withTesseract(
  "images without text, or that cannot be read, have none, and the doctor says why",
  async () => {
    await using other = await startServer();
    await buildCreator(other.sql);
    const plain = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#48c" } })
      .png()
      .toBuffer();
    await post("plain", plain, ".png", other);
    await post("damaged", Buffer.from("no image"), ".png", other);
    const count = async (languages: string[]) =>
      (await checkPictureTexts(other.sql, { OCR: languages })).map(({ text }) => text);
    expect(await count([])).toEqual([]);
    expect(await count(["eng", "xxx"])).toEqual(["Text in images: tesseract has no data for xxx"]);
    expect(await count(["eng"])).toEqual(["Text in images: 0 were read, 0 have text, 2 are waiting"]);
    await finish(task({ of: other }));
    expect(await count(["eng"])).toEqual([
      "Text in images: 1 were read, 0 have text, 1 cannot be read\n         1: It is no readable image.",
    ]);
    expect(await task({ of: other }).run(), "what failed is not tried again").toBe(false);
  },
  TIMEOUT_MS,
);

withTesseract(
  "what takes too long or too much memory ends, with its reason, and another version tries again",
  async () => {
    const { bytes } = await drawn("Silver shadow bridge");
    const hash = await post("slow", bytes);
    await finish(task({ limits: { ...TESSERACT_LIMITS, milliseconds: 1 } }));
    expect(await faultOf(hash)).toBe("It takes too long.");
    if (tesseract !== undefined)
      await finish(task({ tesseract: { ...tesseract, languages: ["eng"], version: "another" } }));
    expect(await faultOf(hash)).toBe(null);
    expect(textOfLines((await textOf(hash)).lines)).toBe("Silver shadow bridge");
  },
  TIMEOUT_MS,
);

withTesseract(
  "an image that ended the worker three times is given up",
  async () => {
    const hash = await post("deadly", (await drawn("Winter garden morning")).bytes);
    await server.sql`insert into reading_attempts (hash, count) values (${hash}, 3)`;
    await finish(task());
    expect(await faultOf(hash)).toBe("It stopped the worker too often.");
    expect(await server.sql`select from reading_attempts`).toHaveLength(0);
  },
  TIMEOUT_MS,
);

withTesseract(
  "a worker that is stopped or killed in the middle goes on later",
  async () => {
    const hash = await post("stopped", (await letteredPicture("Latin", "notice", 5)).bytes);
    const stop = new AbortController();
    const running = task({ signal: stop.signal }).run();
    await expect.poll(() => server.sql`select from reading_attempts`).toHaveLength(1);
    stop.abort();
    await expect(running).rejects.toThrow();
    expect(await server.sql`select count from reading_attempts`, "no fault of the file").toEqual([
      { count: 0 },
    ]);
    const start = () =>
      spawn(process.execPath, [PROGRAMS.worker.file], {
        env: {
          ...process.env,
          DATABASE_URL: server.config.DATABASE_URL,
          ROOST_DATA: server.data,
          WORKER_KINDS: "folders",
          OCR: "eng",
          LOG_LEVEL: "silent",
        },
        stdio: "ignore",
      });
    const gate = await closeGate(server.sql, "picture_texts"); // what it reads is not stored yet
    const first = start();
    const attempts = () => server.sql`select from reading_attempts where count = 1`;
    await expect.poll(attempts, { timeout: 200_000, interval: 20 }).toHaveLength(1);
    first.kill("SIGKILL");
    await once(first, "exit");
    await gate.open();
    expect(await faultOf(hash)).toBeUndefined();
    const second = start();
    await expect.poll(async () => (await textOf(hash)).lines.length, { timeout: 200_000 }).toBeGreaterThan(5);
    second.kill("SIGTERM");
    await once(second, "exit");
  },
  TIMEOUT_MS,
);

withTesseract(
  "a takedown removes the words",
  async () => {
    const hash = await post("taken", (await drawn("Castle dragon promise")).bytes);
    await finish(task());
    expect((await textOf(hash)).lines).toHaveLength(1);
    await takeDown(server.sql, { service: "patreon", user: "1", post: "taken" });
    await allNotified(server);
    expect((await server.get(`/api/v1/file/${hash}/text`)).status).toBe(404);
    expect(await server.sql`select from picture_texts where hash = ${hash}`).toHaveLength(0);
  },
  TIMEOUT_MS,
);

test("files that are not there have no text", async () => {
  expect((await server.get(`/api/v1/file/${"0".repeat(64)}/text`)).status).toBe(404);
});
