/** Reads the text in images in the background, one at a time (docs/decisions/0084-text-in-pictures.md). */
import type { Logger } from "pino";
import type { PictureLine } from "#shared/entities/picture-text.ts";
import { filePath } from "#shared/rules/files.ts";
import { THUMBNAIL_EXTENSIONS } from "#shared/rules/image-types.ts";
import type { Sql } from "../../db/client.ts";
import type { Task } from "../../jobs/tasks.ts";
import { PictureError } from "../decoders.ts";
import type { Pictures } from "../pictures.ts";
import { countAttempt, faultOfBytes, STOPPED_TOO_OFTEN } from "../reading-attempts.ts";
import { MediaError, type ProgramLimits } from "../run-program.ts";
import { FileError, type FileStorage, withLocalFile } from "../storage.ts";
import { readText, TESSERACT_LIMITS, type Tesseract } from "./tesseract.ts";

const INTERVAL_MS = 10_000;
const BATCH = 20;
/** Ids that a transaction under way may still hold when later ones are there. */
const OPEN_IDS = 100_000;
/** Bytes of an image that is stored elsewhere, and has to be downloaded. */
const MAX_DOWNLOAD = 256 * 1024 ** 2;

export interface TextTaskOptions {
  sql: Sql;
  storage: FileStorage;
  pictures: Pick<Pictures, "readable">;
  tesseract: Tesseract;
  signal: AbortSignal;
  log: Logger;
  limits?: ProgramLimits;
}

interface WaitingFile {
  id: number;
  hash: string;
  ext: string;
}

interface Reading {
  lines: PictureLine[];
  fault: string | null;
}

export function textTask(options: TextTaskOptions): Task {
  const { sql, tesseract } = options;
  /** Files up to this id are done. */
  let done = 0;
  let isReady = false;
  return {
    name: "text in images",
    everyMs: INTERVAL_MS,
    run: async () => {
      // What failed is read again with another version, or in other languages.
      if (!isReady)
        await sql`delete from picture_texts where fault is not null and program <> ${tesseract.version}`;
      isReady = true;
      const files = await sql<WaitingFile[]>`
        select f.id, f.hash, f.ext from files f
        where f.id > ${done} and f.ext = any(${THUMBNAIL_EXTENSIONS})
          and not exists (select from picture_texts t where t.hash = f.hash)
        order by f.id limit ${BATCH}`;
      for (const file of files) await readFile(file, options);
      if (files.length > 0) return true;
      const [{ last }] = await sql<[{ last: number }]>`select coalesce(max(id), 0) as last from files`;
      done = Math.max(done, last - OPEN_IDS);
      return false;
    },
  };
}

async function readFile({ hash, ext }: WaitingFile, options: TextTaskOptions): Promise<void> {
  const { sql, tesseract } = options;
  await countAttempt(options, hash, async (isOver) => {
    const { lines, fault }: Reading = isOver
      ? { lines: [], fault: STOPPED_TOO_OFTEN }
      : await read(filePath(hash, ext), options);
    await sql`
      insert into picture_texts (hash, lines, fault, program)
      select hash, ${JSON.stringify(lines)}::text::json, ${fault}, ${tesseract.version} from files where hash = ${hash}
      on conflict (hash) do nothing`;
  });
}

async function read(path: string, options: TextTaskOptions): Promise<Reading> {
  const { storage, pictures, tesseract, signal, log, limits = TESSERACT_LIMITS } = options;
  try {
    const image = await withLocalFile(storage, path, (source) => pictures.readable(source), MAX_DOWNLOAD);
    return { lines: await readText(image, { tesseract, signal, limits }), fault: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MediaError || error instanceof FileError || error instanceof PictureError))
      throw error;
    log.info({ path, reason: error.message }, "the text in an image cannot be read");
    return { lines: [], fault: faultOf(error) };
  }
}

/** Without what decoders say, so that equal reasons are counted together. */
function faultOf(error: Error): string {
  if (error instanceof PictureError) return "It is no readable image.";
  return error instanceof FileError ? faultOfBytes(error) : error.message;
}
