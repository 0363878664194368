/** Reads request bodies, each within its route's limit. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { badInput, tooLarge } from "./errors.ts";

/** @throws HttpError 413 where the announced length is over the limit, before a byte is read */
export function refuseLargeBody(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
}

async function* limited(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw tooLarge();
    yield part;
  }
}

/**
 * The parsed body; undefined when it is empty, whatever its type says: clients send POST and DELETE without any.
 * @throws HttpError 413 over the limit, 400 where it is not JSON in UTF-8
 */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw badInput("The body is not valid JSON.");
  }
}

/**
 * The fields of a form, each its last value.
 * @throws HttpError 413 over the limit, 400 where the body is of another type
 */
export async function readForm(request: IncomingMessage, maxBytes: number): Promise<Record<string, string>> {
  const bytes = await readBytes(request, maxBytes);
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") throw badInput("Expected the fields of a form.");
  return Object.fromEntries(new URLSearchParams(bytes.toString()));
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  refuseLargeBody(request, maxBytes);
  const parts: Buffer[] = [];
  for await (const part of limited(request, maxBytes)) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * The bytes of the body as they come. A connection on which none come for so long ends.
 * @param patience seconds
 * @throws HttpError 413 over the limit, from here or from the stream
 */
export function readStream(request: IncomingMessage, maxBytes: number, patience: number): Readable {
  refuseLargeBody(request, maxBytes);
  request.setTimeout(patience * 1_000, () => request.destroy());
  request.once("end", () => request.setTimeout(0)); // the answer may take its time
  return Readable.from(limited(request, maxBytes), { objectMode: false });
}
