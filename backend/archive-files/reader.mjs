/**
 * Reads one hostile archive file in a process of its own that may be killed at any time. It has nothing but two pipes
 * (reader-process.ts has the other ends): it asks for bytes, and passes unpacked ones on, while the parser, which is
 * synchronous, waits. Started before its archive file is known, with the parser's module and its memory limit as
 * arguments. Plain JavaScript, because Node's permission model allows neither a loader nor any file but this one, the next
 * and the parser's.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import {
  faultOf,
  joined,
  listFiles,
  openParser,
  readListing,
  unpackFiles,
} from "../../shared/archive-files/parser.mjs";

const NEWLINE = 10;
/** Bytes that are asked for or passed on at once: the parser reads little by little, and asks again for what is missing. */
const PIECE_BYTES = 262_144;

/** A ZIP of one small file. */
const SMALL = Buffer.from(
  "UEsDBBQAAAAIAAAAIQBVZbSJBgAAAEAAAAABAAAAYUtMpAwAAFBLAQIUAxQAAAAIAAAAIQBVZbSJBgAAAEAAAAABAAAAAAAAAAAAAACAAQAAAABhUEsFBgAAAAABAAEALwAAACUAAAAAAA==",
  "base64",
);

/** Bytes of standard input that have not been read. */
let received = Buffer.alloc(0);

function receive(count) {
  const bytes = Buffer.allocUnsafe(count);
  let done = received.copy(bytes, 0, 0, count);
  received = received.subarray(done);
  while (done < count) {
    const more = fs.readSync(0, bytes, done, count - done, null);
    if (more === 0) process.exit(0); // the server is gone
    done += more;
  }
  return bytes;
}

function receiveLine() {
  const piece = Buffer.alloc(65_536);
  let end = received.indexOf(NEWLINE);
  while (end < 0) {
    const count = fs.readSync(0, piece);
    if (count === 0) process.exit(0);
    received = Buffer.concat([received, piece.subarray(0, count)]);
    end = received.indexOf(NEWLINE);
  }
  return JSON.parse(receive(end + 1).toString());
}

/** Sends a line of JSON and the bytes that belong to it. */
function send(message, bytes = Buffer.alloc(0)) {
  for (let rest of [Buffer.from(`${JSON.stringify(message)}\n`), bytes])
    while (rest.length > 0) rest = rest.subarray(fs.writeSync(1, rest));
}

/** The last bytes that were asked for. */
let held = { file: -1, position: 0, bytes: Buffer.alloc(0) };

function readAt(file, size, target, position) {
  const isHeld = file === held.file && position >= held.position;
  if (!isHeld || position >= held.position + held.bytes.length) {
    const length = Math.min(PIECE_BYTES, size - position);
    if (length <= 0) return 0;
    send({ read: { file, position, length } });
    held = { file, position, bytes: receive(length) };
  }
  return held.bytes.copy(target, 0, position - held.position);
}

/** Files of the archive, each of one or more pieces. */
function filesOf({ names, sizes }) {
  const files = [];
  for (const [at, name] of names.entries()) {
    if (name !== null) files.push({ name, pieces: [] });
    const size = sizes[at];
    files.at(-1).pieces.push({ size, readAt: (target, position) => readAt(at, size, target, position) });
  }
  return files.map(({ name, pieces }) => joined(name, pieces));
}

function write(output, bytes, position) {
  for (let done = 0; done < bytes.length; done += PIECE_BYTES) {
    const piece = bytes.subarray(done, done + PIECE_BYTES);
    send({ write: { output, position: position + done, length: piece.length } }, piece);
  }
}

/** Unpacks the files that the answer to their list asks for. @returns bytes of each; null for those left out */
function unpack(parser, job) {
  const { files, truncated } = listFiles(parser, job);
  send({ listed: { names: files.map(({ name }) => name), sizes: [], encrypted: false, truncated } });
  const wanted = receiveLine();
  const outputs = wanted.flatMap((index, output) =>
    index === null ? [] : [{ index, write: (bytes, position) => write(output, bytes, position) }],
  );
  const results = unpackFiles(parser, files, outputs, job);
  return { files: wanted.map((index) => results.get(index) ?? null) };
}

/** Unpacks a small archive: what is compiled at its first use then is, before anybody waits. */
function warmUp(parser) {
  const readAt = (target, position) => SMALL.copy(target, 0, position);
  const archive = { name: "a", size: SMALL.length, readAt };
  parser.mount([archive]);
  const job = { archive, format: "zip", maxEntries: 1, maxNameBytes: 1, maxBytes: SMALL.length };
  const { files } = listFiles(parser, job);
  unpackFiles(parser, files, [{ index: 0, write: () => {} }], job);
}

async function open(module, memoryPages) {
  const create = createRequire(import.meta.url)(module);
  const parser = await openParser(create, { memoryPages: Number(memoryPages) });
  warmUp(parser);
  return parser;
}

async function main() {
  const [module, memoryPages] = process.argv.slice(2);
  // The parser's (unused) disk adapter reads these constants in a way that the permission model forbids.
  process.binding = () => ({ fs: fs.constants });
  const opening = open(module, memoryPages);
  await opening.catch(() => {}); // the answer says why
  const input = receiveLine();
  let parser;
  try {
    parser = await opening;
    const files = filesOf(input);
    parser.mount(files);
    // Joined pieces are one file; of volumes, the parser opens the others by their names.
    const job = { ...input, archive: files[input.main] };
    send({ answer: input.unpacks ? unpack(parser, job) : readListing(parser, job) });
  } catch (error) {
    send({ answer: { fault: faultOf(error, parser) } });
  }
}

await main();
