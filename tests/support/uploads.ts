/** Uploads by hand: the requests of tus, and the job that checks and publishes. */
import { createHash } from "node:crypto";
import { pino } from "pino";
import type { Config } from "#backend/config.ts";
import { runNextUpload } from "#backend/downloads/uploads.ts";
import type { Upload } from "#shared/entities/upload.ts";
import type { Visitor } from "./accounts.ts";
import type { TestServer } from "./server.ts";

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
  while (await runNextUpload({ sql, storage, settings: { ...config, ...settings }, log, signal }));
}
