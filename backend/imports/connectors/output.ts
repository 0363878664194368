/** Output of a connector: lines, each a message or a fault. */

import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Found, LocalFile } from "#backend/imports/formats/lib/format.ts";
import { FileOfRecord, type Job, Message } from "./protocol.ts";

/** An invalid line; the error message has the reason but not the content. */
export class LineFault extends Error {
  override name = "LineFault";
}

/** The output exceeds the limits. */
export class OutputTooLarge extends Error {
  override name = "OutputTooLarge";
}

/**
 * Lines without their end; the last one may lack it.
 * @throws OutputTooLarge
 */
export async function* linesOf(
  stream: Readable,
  limits: { lineBytes: number; outputBytes: number },
): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > limits.outputBytes) throw new OutputTooLarge("more output than the limit allows");
    const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > limits.lineBytes)
      throw new OutputTooLarge("a line that is longer than the limit allows");
  }
  if (rest !== "") yield rest;
}

/** @throws LineFault */
export function messageOf(line: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new LineFault("is not JSON");
  }
  const parsed = Message.safeParse(value);
  if (!parsed.success) throw new LineFault(`is no message: ${issues(parsed.error.issues)}`);
  return parsed.data;
}

type RecordMessage = Extract<Message, { type: "record" }>;

/**
 * A record with its files in the working folder. Its other fields are validated during the import, like records
 * of all sources.
 * @throws LineFault
 */
export function foundOf({ entity, fields }: RecordMessage, job: Job, from: string): Found {
  const service = fields["service"] ?? (entity.startsWith("discord_") ? "discord" : undefined);
  if (service !== job.service) throw new LineFault(`has a record of another service than ${job.service}`);
  if (entity === "dms" && !job.dms) throw new LineFault("has a direct message that was not asked for");
  const found: Record<string, unknown> = { ...fields };
  for (const name of ["file", "icon", "banner"])
    if (fields[name] !== undefined) found[name] = localFile(fields[name]);
  for (const name of ["attachments", "files"]) {
    const files = fields[name];
    if (files === undefined) continue;
    if (!Array.isArray(files)) throw new LineFault(`${name} is no list`);
    found[name] = files.map(localFile);
  }
  return { entity, fields: found, from } as unknown as Found;
}

function localFile(value: unknown): LocalFile {
  const parsed = FileOfRecord.safeParse(value);
  if (!parsed.success) throw new LineFault(`has a file that cannot be: ${issues(parsed.error.issues)}`);
  const { path, ...rest } = parsed.data;
  return { entry: { path, name: path.slice(path.lastIndexOf("/") + 1), isFolder: false }, ...rest };
}

const issues = (all: readonly { path: PropertyKey[]; message: string }[]) =>
  all
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join(".") || "line"}: ${message}`)
    .join("; ")
    .slice(0, 500);
