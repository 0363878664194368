/** Reads request bodies up to the route's limit. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { badInput, tooLarge } from "./errors.ts";

/** @throws HttpError 413 if Content-Length exceeds the limit, before reading */
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
 * Parses the body; undefined if it is empty, regardless of its type: clients send POST and DELETE without one.
 * @throws HttpError 413 over the limit, 400 if it is not JSON in UTF-8
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
 * Parses the fields of a form; the last value wins.
 * @throws HttpError 413 over the limit, 400 if the body is of another type
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
 * Streams the body; closes the connection after an idle timeout.
 * @throws HttpError 413 over the limit, directly or from the stream
 */
export function readStream(request: IncomingMessage, maxBytes: number, idleSeconds: number): Readable {
  refuseLargeBody(request, maxBytes);
  request.setTimeout(idleSeconds * 1_000, () => request.destroy());
  request.once("end", () => request.setTimeout(0)); // no timeout for the response
  return Readable.from(limited(request, maxBytes), { objectMode: false });
}
