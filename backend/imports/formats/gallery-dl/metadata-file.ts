/** Reads a metadata file: one object, one per line (`mode: jsonl`), or the messages of `--dump-json`. */
import { StringDecoder } from "node:string_decoder";
import { JSONParser } from "@streamparser/json";
import { z } from "zod";
import { type Entry, type Folder, ReadError } from "../lib/format.ts";
import { Metadata } from "./metadata.ts";

const SMALL = 256 * 1024;
const MAX_OBJECT = 16 * 1024 * 1024;
/** `[2, post]` and `[3, url, file]`. */
const Message = z.union([
  z.tuple([z.literal(2), z.unknown()]).transform(([, metadata]) => metadata),
  z.tuple([z.literal(3), z.string(), z.unknown()]).transform(([, , metadata]) => metadata),
]);

export const isMetadata = ({ name, isFolder }: Entry) => !isFolder && /\.jsonl?$/i.test(name);

interface Read {
  /** Undefined if not written by gallery-dl. */
  metadata: Metadata | undefined;
  /** The only metadata of its file. */
  isAlone: boolean;
  /** Reason why a line has no metadata; the lines after it are still read. */
  fault?: string;
}

/**
 * @param maxBytes maximum to read of a file
 * @throws ReadError for invalid or truncated JSON, other than a line
 */
export async function* readMetadata(
  folder: Folder,
  entry: Entry,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Read> {
  const found = (value: unknown, isAlone: boolean): Read => ({
    metadata: Metadata.safeParse(value).data,
    isAlone,
  });
  if (/l$/i.test(entry.name)) {
    yield* readLines(folder, entry);
    return;
  }
  const small = await folder.text(entry, SMALL).catch((error: unknown) => {
    if (error instanceof ReadError) return undefined; // larger: it is read in parts, where other faults appear again
    throw error;
  });
  if (!isList(small ?? (await headOf(folder, entry)))) {
    yield found(
      small === undefined ? await folder.json(entry, Math.min(maxBytes, MAX_OBJECT)) : parse(small),
      true,
    );
    return;
  }
  for await (const value of valuesOf(folder, entry)) {
    const message = Message.safeParse(value);
    if (message.success) yield found(message.data, false);
  }
}

const isList = (text: string) => /^\s*\[/.test(text);

async function headOf(folder: Folder, entry: Entry): Promise<string> {
  for await (const bytes of folder.bytes(entry)) return new TextDecoder().decode(bytes.subarray(0, 64));
  return "";
}

async function* readLines(folder: Folder, entry: Entry): AsyncGenerator<Read> {
  let number = 0;
  for await (const line of linesOf(folder, entry)) {
    number += 1;
    if (line?.trim() === "") continue;
    try {
      if (line === undefined) throw new ReadError("is longer than 16 MB");
      const { data } = Metadata.safeParse(parse(line));
      if (data === undefined) throw new ReadError("is not metadata of gallery-dl");
      yield { metadata: data, isAlone: false };
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      yield { metadata: undefined, isAlone: false, fault: `line ${number} ${error.message}` };
    }
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new ReadError(`is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** Yields undefined for a line that is too long. */
async function* linesOf(folder: Folder, entry: Entry): AsyncGenerator<string | undefined> {
  const decoder = new StringDecoder();
  let rest = "";
  let isTooLong = false;
  for await (const bytes of folder.bytes(entry)) {
    const lines = (rest + decoder.write(Buffer.from(bytes))).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      yield isTooLong ? undefined : line;
      isTooLong = false;
    }
    isTooLong ||= rest.length > MAX_OBJECT;
    if (isTooLong) rest = "";
  }
  if (isTooLong || rest !== "") yield isTooLong ? undefined : rest;
}

/** Yields the values of a list one by one. */
async function* valuesOf(folder: Folder, entry: Entry): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: ["$.*"], keepStack: false });
  let values: unknown[] = [];
  let fault: Error | undefined;
  parser.onValue = ({ value }) => values.push(value);
  parser.onError = (error) => {
    fault = error;
  };
  for await (const bytes of folder.bytes(entry)) {
    if (!parser.isEnded) parser.write(bytes);
    yield* values;
    values = [];
    if (fault !== undefined) throw new ReadError(`is not JSON: ${fault.message}`);
  }
  if (!parser.isEnded) throw new ReadError("is cut: its list does not end");
}
