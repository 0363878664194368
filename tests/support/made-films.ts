/** Small films and sounds made by ffmpeg, each once. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFfmpeg } from "#backend/files/media/ffmpeg.ts";

/** Undefined where it is not installed: tests that need it are skipped. */
export const ffmpeg = await findFfmpeg();

const picture = (seconds: number, size = "320x180", rate = 10) => [
  ...["-f", "lavfi", "-i", `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
];
const sound = (seconds: number) => ["-f", "lavfi", "-i", `sine=frequency=440:duration=${seconds}`];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];

/** Runs ffmpeg. @param args its input and codecs @param ext of what it writes, with its dot */
export async function makeMedia(args: string[], ext: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "roost-films-"));
  try {
    const file = join(folder, `made${ext}`);
    await promisify(execFile)(ffmpeg?.ffmpeg ?? "ffmpeg", ["-v", "error", "-nostdin", "-y", ...args, file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param args more options, such as another codec @param seconds of picture and sound */
export const makeFilm = (ext: string, seconds: number, args: string[] = H264, size?: string) =>
  makeMedia([...picture(seconds, size), ...sound(seconds), ...args, "-shortest"], ext);
export const makeSound = (ext: string, seconds: number, filter = "anull") =>
  makeMedia([...sound(seconds), "-af", filter], ext);
/** Turned by a note, as phones record. */
export async function makeTurnedFilm(seconds: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "roost-films-"));
  try {
    const plain = join(folder, "plain.mp4");
    const run = promisify(execFile);
    const program = ffmpeg?.ffmpeg ?? "ffmpeg";
    await run(program, ["-v", "error", "-nostdin", ...picture(seconds), ...H264, plain]);
    return await makeMedia(["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90"], ".mp4");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
