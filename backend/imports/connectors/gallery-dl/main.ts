/** Connector of the services that gallery-dl reads. Its one argument is the program. */
import { readFile, writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import { z } from "zod";
import { galleryDl } from "#backend/imports/formats/gallery-dl.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Found, LocalFile } from "#backend/imports/formats/lib/format.ts";
import { readDownloads } from "#backend/imports/formats/lib/recognize.ts";
import type { Job, Message } from "../protocol.ts";
import { get } from "./request.ts";
import { runGalleryDl } from "./run-gallery-dl.ts";
import { GALLERY_DL_SERVICES, type GalleryDlService, InvalidKey } from "./services.ts";

/** `archive`: the database of gallery-dl, deflated, in base64. `complete`: addresses that were read to their end. */
const State = z.object({ archive: z.string(), complete: z.array(z.string()) });

const ARCHIVE = resolve("archive.sqlite3");

/** Waits for the importer, which reads one message at a time. */
const write = (message: Message) =>
  new Promise<void>((written) => process.stdout.write(`${JSON.stringify(message)}\n`, () => written()));
const log = (message: string) => write({ type: "log", message });

async function main(): Promise<Message> {
  const job = JSON.parse(await text(process.stdin)) as Job;
  const program = process.argv[2] ?? "gallery-dl";
  const service = (GALLERY_DL_SERVICES as Partial<Record<string, GalleryDlService>>)[job.service];
  if (service === undefined) return failed(`gallery-dl has no ${job.service}`);
  const state = State.safeParse(job.state).data ?? { archive: "", complete: [] };
  if (state.archive !== "")
    await writeFile(ARCHIVE, await promisify(inflate)(Buffer.from(state.archive, "base64")));
  const complete = new Set(state.complete);
  const addresses = await service.addresses(job, get);
  await log(`Subscriptions found: ${addresses.length}`);
  const faults: string[] = [];
  for (const [at, address] of addresses.entries()) {
    const folder = resolve("downloads", String(at));
    const wasComplete = complete.has(address);
    const common = { program, category: job.service, service, key: job.key };
    const onLog = (line: string) => void log(line);
    const end = await runGalleryDl({ ...common, address, folder, archive: ARCHIVE, wasComplete, onLog });
    await writeRecords(folder);
    if (end.isKeyInvalid) return { type: "result", result: "invalid_key" };
    if (end.code === 0) complete.add(address);
    else faults.push(end.error ?? `gallery-dl ended with ${end.code} for ${address}`);
    await writeState([...complete]);
  }
  return faults.length === 0 ? { type: "result", result: "done" } : failed(faults.join("; ").slice(0, 1000));
}

const failed = (reason: string): Message => ({ type: "result", result: "failed", reason });

async function writeRecords(folder: string): Promise<void> {
  const downloads = await Downloads.open(folder).catch(() => undefined);
  if (downloads === undefined) return; // nothing is new
  const onProblem = (path: string, reason: string) => void log(`${path}: ${reason}`);
  const options = { downloads, formats: [galleryDl], zone: "UTC", creatorOf: () => undefined, onProblem };
  for await (const { entity, fields } of readDownloads(options))
    await write({ type: "record", entity, fields: onWire(fields, relative(".", folder)) });
}

/** Files by their path in the working folder. */
function onWire(fields: Found["fields"], folder: string): Record<string, unknown> {
  const path = ({ entry, bytes: _, ...stated }: LocalFile) => ({
    ...stated,
    path: `${folder}/${entry.path}`,
  });
  const one = (value: unknown) => (isFile(value) ? path(value) : value);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.map(one) : one(value)]),
  );
}

const isFile = (value: unknown): value is LocalFile =>
  typeof value === "object" && value !== null && "entry" in value && "name" in value;

async function writeState(complete: string[]): Promise<void> {
  const bytes = await readFile(ARCHIVE).catch(() => undefined);
  const archive = bytes === undefined ? "" : (await promisify(deflate)(bytes)).toString("base64");
  await write({ type: "state", state: { archive, complete } satisfies z.infer<typeof State> });
}

const result = await main().catch((error: unknown): Message => {
  if (error instanceof InvalidKey) return { type: "result", result: "invalid_key" };
  return failed(error instanceof Error ? error.message : String(error));
});
await write(result);
