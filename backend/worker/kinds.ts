/** The tasks of each kind of background work. */
import { pathToFileURL } from "node:url";
import type { Logger } from "pino";
import { ArchiveFiles } from "#backend/archive-files/archive-files.ts";
import { listingTask } from "#backend/archive-files/listing-task.ts";
import type { Config, WorkerKind } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { cardPictureTask } from "#backend/files/card-pictures.ts";
import { pictureTask } from "#backend/files/measured-pictures.ts";
import { findFfmpeg } from "#backend/files/media/ffmpeg.ts";
import { MediaFiles } from "#backend/files/media/media-files.ts";
import { mediaTask } from "#backend/files/media/media-task.ts";
import { renditionTask } from "#backend/files/media/rendition-task.ts";
import { pairTask } from "#backend/files/picture-pairs.ts";
import { Pictures } from "#backend/files/pictures.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import { findTesseract } from "#backend/files/text/tesseract.ts";
import { textTask } from "#backend/files/text/text-task.ts";
import { ratingTask } from "#backend/groups/rating-rules.ts";
import { findGalleryDl, galleryDlManifests } from "#backend/imports/connectors/gallery-dl/manifest.ts";
import { outdated } from "#backend/imports/connectors/gallery-dl/version.ts";
import { importerTasks } from "#backend/imports/connectors/import-jobs.ts";
import { installedConnectors } from "#backend/imports/connectors/installed.ts";
import { importerKeyFile, openImporterKey } from "#backend/imports/connectors/private-key.ts";
import { FORMATS, PLAIN } from "#backend/imports/formats/formats.ts";
import { readDownloads } from "#backend/imports/formats/lib/recognize.ts";
import { DEFAULT_ZONE, importRecords } from "#backend/imports/import.ts";
import { folderJobs, sweepFolders } from "#backend/imports/uploads/folder-jobs.ts";
import { sweepUploads, uploadJobs } from "#backend/imports/uploads/upload-jobs.ts";
import { lookIntoFolder } from "#backend/imports/watch.ts";
import { jobTask, type Task } from "#backend/jobs/tasks.ts";
import { pushTask } from "#backend/push/run.ts";
import { sampleRemovalTask } from "#backend/sample/removal-task.ts";
import { openRepairSource } from "#backend/scrub/repair.ts";
import { scrubJobs } from "#backend/scrub/scrub-jobs.ts";
import { serverFile } from "#backend/server-files.ts";

const WATCH_INTERVAL_MS = 15_000;
const SWEEP_INTERVAL_MS = 3_600_000;

export interface Context {
  config: Config;
  sql: Sql;
  storage: FileStorage;
  log: Logger;
  signal: AbortSignal;
}

export const KINDS: Record<WorkerKind, (context: Context) => Task[] | Promise<Task[]>> = {
  importer,
  folders: async (context) => {
    const options = { ...context, data: context.config.ROOST_DATA };
    const pictures = new Pictures({ ...options, isBackground: true });
    return [
      jobTask(context, folderJobs(options)),
      ratingTask(context.sql),
      sampleRemovalTask(context.sql, context.storage),
      pictureTask({ ...context, pictures }),
      cardPictureTask({ ...context, pictures }),
      pairTask(context.sql),
      archiveTask(context),
      ...(await mediaTasks(context)),
      ...(await textTasks(context, pictures)),
      { name: "folder upkeep", everyMs: SWEEP_INTERVAL_MS, run: () => sweepFolders(options) },
      ...watched(context),
    ];
  },
  uploads: (context) => {
    const options = { ...context, settings: context.config };
    return [
      jobTask(context, uploadJobs(options)),
      { name: "upload upkeep", everyMs: SWEEP_INTERVAL_MS, run: () => sweepUploads(options) },
    ];
  },
  scrub: async ({ config, ...context }) => {
    const { SCRUB_DAYS: days } = config;
    if (days === 0) return [];
    const source = await openRepairSource(config);
    return [jobTask(context, scrubJobs({ ...context, days, source }))];
  },
  push: ({ config, sql }) => [pushTask(sql, contactOf(config))],
};

/** No tasks, and no private key, if no service may be imported from. */
async function importer({ config, ...context }: Context): Promise<Task[]> {
  const { ROOST_DATA: data, IMPORTERS } = config;
  if (IMPORTERS.length === 0) return [];
  const key = await openImporterKey(context.sql, importerKeyFile(config));
  const galleryDl = await findGalleryDl(config.GALLERY_DL);
  const problem = galleryDl === undefined ? undefined : await outdated(galleryDl, IMPORTERS);
  if (problem !== undefined) context.log.warn(problem);
  const built = galleryDl === undefined ? [] : await galleryDlManifests(galleryDl);
  const connectors = await installedConnectors(data, IMPORTERS, built);
  const missing = IMPORTERS.filter((service) => !connectors.has(service));
  if (missing.length > 0)
    context.log.warn({ services: missing }, "no connector is installed for these services");
  return importerTasks({ ...context, data, key, connectors });
}

/** Lists archive files that nobody has opened, for search. */
function archiveTask({ config: _, ...context }: Context): Task {
  const program = pathToFileURL(serverFile("archive-files/reader.mjs"));
  return listingTask({
    ...context,
    archiveFiles: new ArchiveFiles({ ...context, program, isBackground: true }),
  });
}

/** Without ffmpeg there are no previews of videos and audio files, and no copies for browsers. */
async function mediaTasks({ config, ...context }: Context): Promise<Task[]> {
  const ffmpeg = await findFfmpeg(config.FFMPEG);
  if (ffmpeg === undefined) return [];
  const options = { ...context, ffmpeg, mediaFiles: new MediaFiles(config.ROOST_DATA) };
  return [mediaTask(options), ...(config.TRANSCODE ? [renditionTask(options)] : [])];
}

/** Text in images is read if languages are set, as far as they are installed. */
async function textTasks({ config, ...context }: Context, pictures: Pictures): Promise<Task[]> {
  const tesseract = config.OCR.length === 0 ? undefined : await findTesseract(config.OCR);
  if (tesseract === undefined || tesseract.languages.length === 0) return [];
  return [textTask({ ...context, pictures, tesseract })];
}

/** Imports what is dropped into IMPORT_WATCH. */
function watched({ config, sql, storage, log }: Context): Task[] {
  const { IMPORT_WATCH: folder, IMPORT_ZONE: zone } = config;
  if (folder === undefined) return [];
  log.info({ folder }, "watching");
  const onProblem = (path: string, reason: string) => log.warn({ path, reason }, "skipped");
  const look = lookIntoFolder(folder, async (downloads) => {
    const records = readDownloads({
      ...{ downloads, zone, onProblem, formats: FORMATS, plain: PLAIN },
      creatorOf: () => undefined,
      onRecognized: (program, path) => log.info({ program, path }, "recognized"),
      onUnknown: ({ path }) => log.warn({ path }, "without metadata"),
    });
    const summary = await importRecords({
      ...{ sql, storage, downloads, records, onProblem },
      correctsDates: zone !== DEFAULT_ZONE,
    });
    const { read, added, changed, filesStored } = summary;
    log.info({ read, added, changed, filesStored }, "imported");
  });
  return [{ name: "watched folder", everyMs: WATCH_INTERVAL_MS, run: look }];
}

/** Address for push services. Some refuse those of this machine, so it is never one of them. */
function contactOf({ CONTACT, SITE_ORIGIN }: Config): string {
  const known = [CONTACT, SITE_ORIGIN].find(
    (address) => address?.startsWith("mailto:") || address?.startsWith("https:"),
  );
  return known ?? "mailto:nobody@example.org";
}
