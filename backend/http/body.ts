/** Reads JSON request bodies with a limit. */
import type { IncomingMessage } from "node:http";
import { badInput, tooLarge } from "./errors.ts";

const MAX_BODY = 1024 * 1024;

/** @throws HttpError 413 where the length announced is over the limit, before a byte is read */
export function refuseLargeBody(request: IncomingMessage): void {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY) throw tooLarge();
}

/**
 * The parsed body; undefined when it is empty, whatever its type says.
 * @throws HttpError 413 over the limit, 400 where it is not JSON in UTF-8
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) throw tooLarge();
    parts.push(part);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)));
  } catch {
    throw badInput("The body is not valid JSON.");
  }
}
