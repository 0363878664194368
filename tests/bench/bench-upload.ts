/** Uploads as the app sends them, against `curl -T` of the same bytes into a bare Node server that hashes and writes. */
import { execFile } from "node:child_process";
import { createHash, randomFillSync } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { stagedPath } from "#backend/files/staged.ts";
import { freePort } from "#backend/supervisor/processes.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { metadataOf, UPLOADS } from "#tests/support/uploads.ts";
import { compare, type Line, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const MIB = 1024 * 1024;
/** Chunk size of the app's requests. */
const PIECE = 8 * MIB;
/** Number of files sent at once, and the MiB of each. */
const CASES = [
  [1, 256],
  [8, 64],
] as const;
const GOAL = 0.7;
const TUS = { "tus-resumable": "1.0.0" };
const HOST = "127.0.0.1";

const run = promisify(execFile);
const curl = async (...args: string[]) =>
  (await run("curl", ["-q", "--silent", "--show-error", "--fail", ...args])).stdout;

/** The same bytes once whole and once in pieces. */
interface Source {
  size: number;
  whole: string;
  pieces: string[];
  hash: string;
}

export async function benchUpload(setting: Setting): Promise<Line[]> {
  const { url, sql } = await setting.database("upload");
  await buildCreator(sql);
  const data = join(setting.folder, "upload-data");
  const settings = {
    ...{ ROOST_DATA: data, UPLOADS_ANONYMOUS: "1", UPLOAD_QUOTA: "100T" },
    UPLOAD_CONCURRENCY: "32", // one sender has a quarter of them
  };
  const { origin } = await setting.startApi(url, settings);
  const floor = await startFloor(setting);
  const lines: Line[] = [];
  for (const [count, size] of CASES) {
    const sources: Source[] = [];
    for (let at = 0; at < count; at++)
      sources.push(await writeSource(join(setting.folder, `upload-${count}-${at}`), size * MIB));
    /** @param tidy is not timed */
    const rate =
      (send: (source: Source) => Promise<string>, tidy?: (sent: string[]) => Promise<void>) => async () => {
        await run("sync"); // what came before is not waited for here
        const begun = performance.now();
        const sent = await Promise.all(sources.map(send));
        const seconds = (performance.now() - begun) / 1000;
        await tidy?.(sent);
        return (count * size * MIB) / seconds;
      };
    const found = await rounds({
      ours: rate(
        (source) => sendPieces(origin, source),
        async (ids) => {
          for (const [at, id] of ids.entries()) {
            if ((await sha256Of(stagedPath(data, id))) !== sources[at]?.hash)
              throw new Error("An upload has other bytes.");
            await curl("-X", "DELETE", `${origin}/api${UPLOADS}/${id}`);
          }
        },
      ),
      plain: rate((source) => sendWhole(`${floor}/plain`, source)),
      durable: rate((source) => sendWhole(`${floor}/durable`, source)),
    });
    const what = `upload, ${count} of ${size} MiB`;
    const { ours, plain, durable } = found as Record<string, number[]>;
    lines.push(compare(`${what} (curl -T into node:http)`, ours!, plain!, speed, { atLeast: GOAL }));
    lines.push(compare(`${what} (the same, on the disk for good)`, ours!, durable!, speed));
  }
  return lines;
}

const speed = (value: number) => `${Math.round(value / 1e6).toLocaleString("en")} MB/s`;

/** @returns the address of a new process */
async function startFloor(setting: Setting): Promise<string> {
  const folder = join(setting.folder, "upload-floor");
  await mkdir(folder);
  const port = String(await freePort(HOST));
  await setting.start("tests/bench/upload-floor.ts", { FOLDER: folder, PORT: port });
  return `http://${HOST}:${port}`;
}

async function writeSource(folder: string, size: number): Promise<Source> {
  await mkdir(folder);
  const bytes = randomFillSync(Buffer.allocUnsafe(size));
  const whole = join(folder, "whole");
  await writeFile(whole, bytes);
  const pieces: string[] = [];
  for (let at = 0; at < size; at += PIECE) {
    const piece = join(folder, String(at));
    await writeFile(piece, bytes.subarray(at, at + PIECE));
    pieces.push(piece);
  }
  return { size, whole, pieces, hash: createHash("sha256").update(bytes).digest("hex") };
}

/** Every request is answered once its bytes are on the disk for good and in the row. @returns the id of the upload */
async function sendPieces(origin: string, { size, pieces, hash }: Source): Promise<string> {
  const about = { service: "patreon", user: "1", filename: "bench.bin", sha256: hash };
  const made = await fetch(`${origin}/api${UPLOADS}`, {
    method: "POST",
    headers: { ...TUS, "upload-length": String(size), "upload-metadata": metadataOf(about) },
  });
  const id = made.headers.get("location")?.split("/").at(-1) ?? "";
  const headers = (at: number) => ({
    ...{ ...TUS, "content-type": "application/offset+octet-stream" },
    ...{ "upload-offset": String(at * PIECE), expect: "" },
  });
  const requests = pieces.flatMap((piece, at) => [
    ...(at === 0 ? [] : ["--next", "--silent", "--show-error", "--fail"]),
    ...Object.entries(headers(at)).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ...["-X", "PATCH", "-T", piece, `${origin}/api${UPLOADS}/${id}`],
  ]);
  await curl(...requests);
  const { received } = (await (await fetch(`${origin}/api${UPLOADS}/${id}`)).json()) as { received: number };
  if (received !== size) throw new Error(`${received} of ${size} bytes were received.`);
  return id;
}

async function sendWhole(address: string, { whole, hash }: Source): Promise<string> {
  const received = await curl("-H", "expect:", "-T", whole, address);
  if (received !== hash) throw new Error("The server without Roost received other bytes.");
  return received;
}

async function sha256Of(place: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(place), hash);
  return hash.digest("hex");
}
