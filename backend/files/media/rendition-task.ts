/** Converts videos that browsers cannot play, in the background, one at a time (docs/decisions/0083-films.md). */
import { mkdir, stat, statfs } from "node:fs/promises";
import type { MediaDetails, Rendition } from "#shared/entities/media-details.ts";
import { extensionsOfKind } from "#shared/rules/file-types.ts";
import { filePath } from "#shared/rules/files.ts";
import type { Db } from "../../db/client.ts";
import type { Task } from "../../jobs/tasks.ts";
import { countAttempt, faultOfBytes, STOPPED_TOO_OFTEN } from "../reading-attempts.ts";
import { MediaError } from "../run-program.ts";
import { FileError, withLocalFile } from "../storage.ts";
import type { MediaTaskOptions } from "./media-task.ts";
import { limitsFor, PLAYED_AUDIO, PLAYED_VIDEO, transcode } from "./transcode.ts";

const INTERVAL_MS = 10_000;
/** Bytes of a file that is stored elsewhere, and has to be downloaded. */
const MAX_DOWNLOAD = 16 * 1024 ** 3;
/** Bytes of the disk that are left free. */
const MIN_FREE = 2 * 1024 ** 3;

/** Condition on a row of `media_details` named `m`: a video that browsers commonly do not play. */
export const needsRendition = (sql: Db) => sql`(
  m.details ->> 'video_codec' is not null and m.hash in (select hash from files where ext = any(${extensionsOfKind("video")}))
  and (m.details ->> 'video_codec' <> all(${PLAYED_VIDEO}) or m.details ->> 'audio_codec' <> all(${PLAYED_AUDIO})))`;

interface Waiting {
  hash: string;
  ext: string;
  details: MediaDetails;
}

/** Newer videos first: an archive of years takes weeks. */
export function renditionTask(options: MediaTaskOptions): Task {
  const { sql, mediaFiles, log } = options;
  let isReady = false;
  let isFull = false;
  return {
    name: "renditions",
    everyMs: INTERVAL_MS,
    run: async () => {
      if (!isReady) await convertAgain(options);
      isReady = true;
      const [file] = await sql<[Waiting?]>`
        select f.hash, f.ext, m.details from media_details m join files f using (hash)
        where ${needsRendition(sql)} and not exists (select from media_renditions r where r.hash = m.hash)
        order by f.id desc limit 1`;
      if (file === undefined) return false;
      const wasFull = isFull;
      isFull = await isNearlyFull(mediaFiles.folder);
      if (isFull && !wasFull) log.warn("videos are not converted: the disk is nearly full");
      if (!isFull) await storeRendition(file, options);
      return !isFull;
    },
  };
}

/** Copies that were deleted are made again, and those that failed if ffmpeg is another one. */
async function convertAgain({ sql, mediaFiles, ffmpeg }: MediaTaskOptions): Promise<void> {
  await mkdir(mediaFiles.folder, { recursive: true });
  await sql`delete from media_renditions where fault is not null and program <> ${ffmpeg.version}`;
  const made = await sql<{ hash: string }[]>`select hash from media_renditions where fault is null`;
  for (const { hash } of made) {
    const isThere = await stat(mediaFiles.locate(hash, "rendition")).catch(() => undefined);
    if (isThere === undefined) await sql`delete from media_renditions where hash = ${hash}`;
  }
}

async function isNearlyFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < MIN_FREE;
}

type Outcome = Partial<Rendition> & { fault?: string };

async function storeRendition(file: Waiting, options: MediaTaskOptions): Promise<void> {
  const { sql, mediaFiles, ffmpeg } = options;
  const { hash, ext } = file;
  await countAttempt(options, hash, async (isOver) => {
    const outcome: Outcome = isOver ? { fault: STOPPED_TOO_OFTEN } : await convert(file, options);
    const { bytes = null, width = null, height = null, fault = null } = outcome;
    const { count } = await sql`
      insert into media_renditions (hash, bytes, width, height, fault, program)
      select hash, ${bytes}::bigint, ${width}::integer, ${height}::integer, ${fault}, ${ffmpeg.version}
      from files where hash = ${hash}`;
    if (count === 0) await mediaFiles.remove(filePath(hash, ext));
  });
}

async function convert({ hash, ext, details }: Waiting, options: MediaTaskOptions): Promise<Outcome> {
  const { storage, mediaFiles, ffmpeg, signal, log, limits = limitsFor(details) } = options;
  const path = filePath(hash, ext);
  const target = mediaFiles.locate(hash, "rendition");
  try {
    const reader = { ffmpeg, signal, limits };
    const make = (source: string) => transcode({ path: source, ext, details, target }, reader);
    return await withLocalFile(storage, path, make, MAX_DOWNLOAD);
  } catch (error) {
    if (!(error instanceof MediaError || error instanceof FileError)) throw error;
    log.info({ path, reason: error.message }, "a video cannot be converted");
    return { fault: error instanceof FileError ? faultOfBytes(error) : error.message };
  }
}
