/** Uploads by hand: the requests of tus, and the job that checks and publishes. */
import { createHash } from "node:crypto";
import { pino } from "pino";
import type { Config } from "#backend/config.ts";
import { uploadJobs } from "#backend/imports/uploads/upload-jobs.ts";
import { runNext } from "#backend/jobs/run-next.ts";
import type { Upload, WaitingUpload } from "#shared/entities/upload.ts";
import { BEHIND_PROXY, member, type Visitor } from "./accounts.ts";
import { buildCreator } from "./factories.ts";
import { startServer, type TestServer } from "./server.ts";

export const UPLOADS = "/v1/posts/upload";
const TUS = { "tus-resumable": "1.0.0" };

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A PNG by its first bytes; each `seed` has another hash. */
export function pngOf(size: number, seed = "a"): Buffer {
  const bytes = Buffer.alloc(size, seed);
  Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010802000000", "hex").copy(bytes);
  return bytes;
}

export function metadataOf(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

export async function create(by: Visitor, size: number, metadata: Record<string, string> = {}) {
  const { status, text, headers } = await by.send("POST", UPLOADS, undefined, {
    ...TUS,
    "upload-length": String(size),
    "upload-metadata": metadataOf({ service: "patreon", user: "1", filename: "a.png", ...metadata }),
  });
  return { status, text, headers, id: headers.get("location")?.split("/").at(-1) ?? "" };
}

export function patch(by: Visitor, id: string, bytes: Uint8Array, offset: number) {
  return by.send("PATCH", `${UPLOADS}/${id}`, bytes, {
    ...TUS,
    "upload-offset": String(offset),
    "content-type": "application/offset+octet-stream",
  });
}

/** @returns how far the server is, or the status that says why not */
export async function offsetOf(by: Visitor, id: string): Promise<number | string> {
  const { status, headers } = await by.send("HEAD", `${UPLOADS}/${id}`, undefined, TUS);
  return status === 200 ? Number(headers.get("upload-offset")) : `status ${status}`;
}

/** Creates and sends whole. @returns its id */
export async function upload(by: Visitor, bytes: Uint8Array, metadata: Record<string, string> = {}) {
  const { id } = await create(by, bytes.length, metadata);
  await patch(by, id, bytes, 0);
  return id;
}

export const uploadBy = (by: Visitor, id: string) => by.json<Upload>(`${UPLOADS}/${id}`);

/** Runs all that the process beside the API has to do. */
export async function runUploads(server: TestServer, settings: Partial<Config> = {}): Promise<void> {
  const { sql, storage, config } = server;
  const signal = new AbortController().signal;
  const log = pino({ level: "silent" });
  const options = { sql, storage, settings: { ...config, ...settings }, log, signal };
  while (await runNext(options, uploadJobs(options)));
}

type Person = Visitor & { id: number };

export interface UploadStage {
  server: TestServer;
  ann: Person;
  bob: Person;
  /** A moderator. */
  mod: Person;
}

/** A server with small limits, two people and a moderator, the creator `1`, and `gone`, a hidden one. */
export async function startUploads(): Promise<UploadStage> {
  const server = await startServer({
    ...BEHIND_PROXY,
    UPLOAD_MAX: "40M",
    UPLOAD_QUOTA: "300M",
    UPLOAD_CONCURRENCY: "8",
  });
  await buildCreator(server.sql);
  await buildCreator(server.sql, { id: "gone", hidden: true });
  const ann = await member(server, "ann");
  const bob = await member(server, "bob");
  return { server, ann, bob, mod: await member(server, "mod", "moderator") };
}

export const UPLOAD_TASKS = "/v1/account/moderator/tasks/uploads";
export const waitingFor = (moderator: Visitor) => moderator.json<WaitingUpload[]>(UPLOAD_TASKS);
export const stateOf = async (by: Visitor, id: string) => (await uploadBy(by, id)).state;

export function decide(by: Visitor, id: string, what: "approve" | "refuse", body: object = { version: 1 }) {
  return by.post(`/v1/account/moderator/uploads/${id}/${what}`, body);
}
