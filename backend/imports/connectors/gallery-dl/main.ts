/** Connector of the services that gallery-dl supports. Its only argument is the program. */
import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import { z } from "zod";
import { galleryDl } from "#backend/imports/formats/gallery-dl.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Found, LocalFile } from "#backend/imports/formats/lib/format.ts";
import { filesOf, readDownloads } from "#backend/imports/formats/lib/recognize.ts";
import type { Job, Message } from "../protocol.ts";
import { FinishedPosts } from "./finished-posts.ts";
import { checkFile, HumanCheck, InvalidKey, TooManyRequests } from "./refusals.ts";
import { get } from "./request.ts";
import { runGalleryDl } from "./run-gallery-dl.ts";
import { GALLERY_DL_SERVICES, type GalleryDlService } from "./services.ts";

/** `archive`: gallery-dl's database, deflated, in base64. `complete`: time of the last full read of each creator. */
const State = z.object({ archive: z.string(), complete: z.record(z.string(), z.string()) });
type Result = Extract<Message, { type: "result" }>;
type State = z.infer<typeof State>;

/** Interval of full reads of a creator, which find older posts added later. */
const COMPLETE_DAYS = 7;
const TAKE_INTERVAL_MS = 2_000;
/** Minimum interval between two states; large states are written less often. */
const STATE_INTERVAL_MS = 5_000;
const STATE_INTERVAL_MS_PER_BYTE = 0.1;
const ARCHIVE = resolve("archive.sqlite3");

/** Resolves when the importer accepts more: it reads one message at a time. */
const write = (message: Message) =>
  new Promise<void>((written) => process.stdout.write(`${JSON.stringify(message)}\n`, () => written()));
const log = (message: string) => write({ type: "log", message });

async function main(): Promise<Message> {
  const job = JSON.parse(await text(process.stdin)) as Job;
  const program = process.argv[2] ?? "gallery-dl";
  const service = (GALLERY_DL_SERVICES as Partial<Record<string, GalleryDlService>>)[job.service];
  if (service === undefined) return failed(`gallery-dl has no ${job.service}`);
  const state = State.safeParse(job.state).data ?? { archive: "", complete: {} };
  if (state.archive !== "")
    await writeFile(ARCHIVE, await promisify(inflate)(Buffer.from(state.archive, "base64")));
  const sources = await service.sources(job, get);
  await log(`Subscriptions found: ${sources.flatMap(({ creators }) => creators).length || "unknown"}`);
  // Whoever is subscribed to again has posts from the time between.
  const subscribed = new Set(sources.flatMap(({ creators }) => creators));
  state.complete = pick(state.complete, (creator) => subscribed.has(creator));
  const faults: string[] = [];
  for (const [at, { address, creators }] of sources.entries()) {
    const before = pick(state.complete, (creator) => creators.includes(creator));
    const onlyNew = creators.length > 0 && creators.every((creator) => isRecent(before[creator]));
    // Until this run completes, its creators count as never read.
    state.complete = pick(state.complete, (creator) => !creators.includes(creator));
    const common = { program, category: job.service, service, key: job.key, archive: ARCHIVE };
    const onLog = (line: string) => void log(line);
    const folder = resolve("downloads", String(at));
    const end = await streamed(job, state, folder, (signal) =>
      runGalleryDl({ ...common, address, folder, onlyNew, signal, onLog }),
    );
    if (end.isKeyInvalid) return { type: "result", result: "invalid_key" };
    for (const file of end.missing) await write({ type: "missing", file });
    if (end.code !== 0) faults.push(end.error ?? `gallery-dl ended with ${end.code} for ${address}`);
    else if (end.missing.length === 0 && end.hasResults)
      Object.assign(state.complete, onlyNew ? before : readNow(creators));
    await writeState(state, await readFile(ARCHIVE).catch(() => undefined));
    if (end.refusal !== undefined) throw end.refusal;
  }
  return faults.length === 0 ? { type: "result", result: "done" } : failed(faults.join("; ").slice(0, 1000));
}

const isRecent = (iso: string | undefined) =>
  iso !== undefined && Date.now() - Date.parse(iso) < COMPLETE_DAYS * 86_400_000;

const readNow = (creators: readonly string[]) =>
  Object.fromEntries(creators.map((creator) => [creator, new Date().toISOString()]));

const pick = (times: State["complete"], test: (creator: string) => boolean): State["complete"] =>
  Object.fromEntries(Object.entries(times).filter(([creator]) => test(creator)));

/** Runs gallery-dl and writes the records of each post once it is finished. */
async function streamed<T>(
  job: Job,
  state: State,
  downloads: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  try {
    return await streamedFrom(job, state, downloads, run(stop.signal));
  } finally {
    stop.abort();
  }
}

async function streamedFrom<T>(job: Job, state: State, downloads: string, running: Promise<T>): Promise<T> {
  const batches = `${downloads}-taken`;
  const posts = new FinishedPosts({ downloads, batches, archive: ARCHIVE });
  const over = new AbortController();
  const ended = running.finally(() => over.abort());
  ended.catch(() => {}); // awaited below
  let stateAt = Date.now() + STATE_INTERVAL_MS;
  while (!over.signal.aborted) {
    await sleep(TAKE_INTERVAL_MS, undefined, { signal: over.signal }).catch(() => {});
    if (over.signal.aborted) break;
    await writeRecords(await posts.take({ isOver: false }), job);
    if (Date.now() < stateAt) continue;
    const archive = await posts.covered();
    if (archive === undefined) continue;
    await writeState(state, archive);
    stateAt = Date.now() + STATE_INTERVAL_MS + archive.length * STATE_INTERVAL_MS_PER_BYTE;
  }
  await writeRecords(await posts.take({ isOver: true }), job);
  return await ended;
}

const failed = (reason: string): Result => ({ type: "result", result: "failed", reason });

/** @param job direct messages are written only if it asks for them */
async function writeRecords(folder: string | undefined, { dms }: Pick<Job, "dms">): Promise<void> {
  if (folder === undefined) return; // no new posts
  const downloads = await Downloads.open(folder);
  const onProblem = (path: string, reason: string) => void log(`${path}: ${reason}`);
  const options = { downloads, formats: [galleryDl], zone: "UTC", creatorOf: () => undefined, onProblem };
  for await (const found of readDownloads(options)) {
    const { entity, fields } = found;
    if (isRepeated(entity, fields) || (entity === "dms" && !dms)) continue;
    for (const { entry } of filesOf(found)) await checkFile(join(folder, entry.path));
    await write({ type: "record", entity, fields: onWire(fields, relative(".", folder)) });
  }
}

/** Each folder is read separately and yields its creator again. */
const owners = new Set<string>();
function isRepeated(entity: Found["entity"], fields: Found["fields"]): boolean {
  if (entity !== "creators" && entity !== "discord_channels") return false;
  const text = JSON.stringify(fields);
  const isKnown = owners.has(text);
  owners.add(text);
  return isKnown;
}

/** Replaces files by `FileOfRecord` of the protocol. */
function onWire(fields: Found["fields"], folder: string): Record<string, unknown> {
  const path = ({ entry, name, hash, size }: LocalFile) => ({
    name,
    hash,
    size,
    path: `${folder}/${entry.path}`,
  });
  const one = (value: unknown) => (isFile(value) ? path(value) : value);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.map(one) : one(value)]),
  );
}

const isFile = (value: unknown): value is LocalFile =>
  typeof value === "object" && value !== null && "entry" in value && "name" in value;

async function writeState({ complete }: State, bytes: Buffer | undefined): Promise<void> {
  const archive = bytes === undefined ? "" : (await promisify(deflate)(bytes)).toString("base64");
  await write({ type: "state", state: { archive, complete } satisfies State });
}

const result = await main().catch((error: unknown): Message => {
  if (error instanceof InvalidKey) return { type: "result", result: "invalid_key" };
  if (error instanceof HumanCheck) return { type: "result", result: "human_check" };
  if (error instanceof TooManyRequests) return { ...failed(error.message), retry_after: error.retryAfter };
  return failed(error instanceof Error ? error.message : String(error));
});
await write(result);
