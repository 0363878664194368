/** Reads videos and audio files in the background, one at a time (docs/decisions/0083-films.md). */
import { mkdir, stat } from "node:fs/promises";
import type { Logger } from "pino";
import { extensionsOfKind } from "#shared/rules/file-types.ts";
import { filePath } from "#shared/rules/files.ts";
import type { Sql } from "../../db/client.ts";
import type { Task } from "../../jobs/tasks.ts";
import { countAttempt, faultOfBytes, STOPPED_TOO_OFTEN } from "../reading-attempts.ts";
import { MediaError, type ProgramLimits } from "../run-program.ts";
import { FileError, type FileStorage, withLocalFile } from "../storage.ts";
import { FFMPEG_LIMITS, type Ffmpeg } from "./ffmpeg.ts";
import type { MediaFiles } from "./media-files.ts";
import { type ReadMedia, readMedia } from "./read-media.ts";

const INTERVAL_MS = 10_000;
const BATCH = 20;
/** Ids that a transaction under way may still hold when later ones are there. */
const OPEN_IDS = 100_000;
export const MEDIA_EXTENSIONS = ["video", "audio"].flatMap(extensionsOfKind);
/** Bytes of a file that is stored elsewhere, and has to be downloaded. */
const MAX_DOWNLOAD = 2 * 1024 ** 3;

export interface MediaTaskOptions {
  sql: Sql;
  storage: FileStorage;
  mediaFiles: MediaFiles;
  ffmpeg: Ffmpeg;
  signal: AbortSignal;
  log: Logger;
  limits?: ProgramLimits;
}

interface WaitingFile {
  id: number;
  hash: string;
  ext: string;
}

export function mediaTask(options: MediaTaskOptions): Task {
  const { sql } = options;
  /** Files up to this id are done. */
  let done = 0;
  let isReady = false;
  return {
    name: "media details",
    everyMs: INTERVAL_MS,
    run: async () => {
      if (!isReady) await readAgain(options);
      isReady = true;
      const files = await sql<WaitingFile[]>`
        select f.id, f.hash, f.ext from files f
        where f.id > ${done} and f.ext = any(${MEDIA_EXTENSIONS})
          and not exists (select from media_details m where m.hash = f.hash)
        order by f.id limit ${BATCH}`;
      for (const file of files) await readFile(file, options);
      if (files.length > 0) return true;
      const [{ last }] = await sql<[{ last: number }]>`select coalesce(max(id), 0) as last from files`;
      done = Math.max(done, last - OPEN_IDS);
      return false;
    },
  };
}

/** Files are read again if the cache was deleted, and those that failed if ffmpeg is another one. */
async function readAgain({ sql, mediaFiles, ffmpeg }: MediaTaskOptions): Promise<void> {
  const isThere = await stat(mediaFiles.folder).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await sql`delete from media_details where details ->> 'poster' = 'true'`;
    await sql`delete from media_renditions where fault is null`;
  }
  await mkdir(mediaFiles.folder, { recursive: true });
  await sql`delete from media_details where fault is not null and program <> ${ffmpeg.version}`;
}

async function readFile({ hash, ext }: WaitingFile, options: MediaTaskOptions): Promise<void> {
  const { sql, mediaFiles, ffmpeg } = options;
  const path = filePath(hash, ext);
  await countAttempt(options, hash, async (isOver) => {
    const found: ReadMedia = isOver
      ? { details: {}, fault: STOPPED_TOO_OFTEN }
      : await read(path, ext, options);
    const { details, poster, strip, fault = null } = found;
    if (poster !== undefined) await mediaFiles.store(hash, "poster", poster);
    if (strip !== undefined) await mediaFiles.store(hash, "strip", strip);
    const { count } = await sql`
      insert into media_details (hash, details, fault, program)
      select hash, ${JSON.stringify(details)}::text::json, ${fault}, ${ffmpeg.version} from files where hash = ${hash}
      on conflict (hash) do update set details = excluded.details, fault = excluded.fault, program = excluded.program`;
    if (count === 0) await mediaFiles.remove(path);
  });
}

async function read(path: string, ext: string, options: MediaTaskOptions): Promise<ReadMedia> {
  const { storage, ffmpeg, signal, log, limits = FFMPEG_LIMITS } = options;
  try {
    const reader = { ffmpeg, signal, limits };
    const read = (source: string) => readMedia(source, ext, reader);
    return await withLocalFile(storage, path, read, MAX_DOWNLOAD);
  } catch (error) {
    if (!(error instanceof MediaError || error instanceof FileError)) throw error;
    log.info({ path, reason: error.message }, "a video or audio file has no preview");
    return { details: {}, fault: error instanceof FileError ? faultOfBytes(error) : error.message };
  }
}
