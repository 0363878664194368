/** Messages of the reader process: lines of JSON, some followed by bytes. It has parsed hostile bytes, so all are validated. */
import type { Readable } from "node:stream";
import { z } from "zod";
import { ArchiveError } from "./reader-output.ts";

const NEWLINE = 10;
const MAX_LINE = 10 * 1024 ** 2; // names of 1 MB, each byte escaped, and 100,000 sizes
/** Limit of the bytes that are read or written at once. */
const MAX_LENGTH = 1024 ** 2;

const Index = z.int().nonnegative();
const Length = z.int().nonnegative().max(MAX_LENGTH);
const AnyMessage = z.union([
  /** Asks for exactly these bytes of a file of the archive. */
  z.strictObject({ read: z.strictObject({ file: Index, position: Index, length: Length }) }),
  /** Bytes of an unpacked file, which follow. */
  z.strictObject({ write: z.strictObject({ output: Index, position: Index, length: Length }) }),
  /** Asks which of the listed files to unpack. */
  z.strictObject({ listed: z.unknown() }),
  /** The last message. */
  z.strictObject({ answer: z.unknown() }),
]);
type AnyMessage = z.infer<typeof AnyMessage>;

export type Message<K extends "read" | "write"> = Extract<AnyMessage, Record<K, unknown>>[K];

/** @throws ArchiveError if the output is not of this form */
export async function* messagesOf(output: Readable): AsyncGenerator<{ message: AnyMessage; bytes: Buffer }> {
  const incoming = new Incoming(output);
  for (let line = await incoming.line(); line !== undefined; line = await incoming.line()) {
    const message = parse(line);
    const bytes = await incoming.bytes("write" in message ? message.write.length : 0);
    if (bytes === undefined) return; // the process has ended
    yield { message, bytes };
  }
}

function parse(line: string): AnyMessage {
  try {
    return AnyMessage.parse(JSON.parse(line));
  } catch {
    throw new ArchiveError("crashed");
  }
}

class Incoming {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(output: Readable) {
    this.#pieces = output[Symbol.asyncIterator]();
  }

  /** @returns undefined at the end, also if a line is cut off */
  async line(): Promise<string | undefined> {
    const parts: Buffer[] = [];
    let size = 0;
    for (let part: Buffer | undefined = this.#rest; part !== undefined; part = await this.#next()) {
      const end = part.indexOf(NEWLINE);
      parts.push(end < 0 ? part : part.subarray(0, end));
      size += part.length;
      if (end >= 0) {
        this.#rest = part.subarray(end + 1);
        return Buffer.concat(parts).toString("utf8");
      }
      if (size > MAX_LINE) throw new ArchiveError("too large");
    }
    return undefined;
  }

  /** @returns undefined at the end */
  async bytes(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [this.#rest];
    for (let size = this.#rest.length; size < count; size += parts.at(-1)?.length ?? 0) {
      const part = await this.#next();
      if (part === undefined) return undefined;
      parts.push(part);
    }
    const all = parts.length > 1 ? Buffer.concat(parts) : this.#rest;
    this.#rest = all.subarray(count);
    return all.subarray(0, count);
  }

  async #next(): Promise<Buffer | undefined> {
    const { value, done } = await this.#pieces.next();
    return done === true ? undefined : value;
  }
}
