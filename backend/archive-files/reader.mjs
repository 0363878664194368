/**
 * Reads one hostile archive file in a separate process that may be killed at any time: JSON job on standard input,
 * archive file, or its parts, as file descriptors from 3 on, one JSON response (reader-output.ts). To unpack files, the
 * response is their list, then follow the wanted indexes on standard input, bytes to the descriptors after those of the
 * archive, and a second response. Plain JavaScript, because Node's permission model allows neither a loader nor any file
 * but this one, the next and the parser's.
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

const FIRST_DESCRIPTOR = 3;

/** Files of the archive, each of one or more pieces. */
function filesOf({ names }) {
  const files = [];
  for (const [at, name] of names.entries()) {
    const descriptor = FIRST_DESCRIPTOR + at;
    if (name !== null) files.push({ name, pieces: [] });
    files.at(-1).pieces.push({
      size: fs.fstatSync(descriptor).size,
      readAt: (target, position) => fs.readSync(descriptor, target, 0, target.length, position),
    });
  }
  return files.map(({ name, pieces }) => joined(name, pieces));
}

let parser;

async function open(input) {
  // The parser's (unused) disk adapter reads these constants in a way that the permission model forbids.
  process.binding = () => ({ fs: fs.constants });
  const files = filesOf(input);
  const create = createRequire(import.meta.url)(input.module);
  parser = await openParser(create, { memoryPages: input.memoryPages, files });
  // Joined pieces are one file; of volumes, the parser opens the others by their names.
  return { ...input, archive: files[input.main] };
}

async function work(input) {
  const job = await open(input);
  return readListing(parser, job);
}

/** Unpacks the files that the answer to their list asks for. @returns bytes of each; null for those left out */
async function unpack(input) {
  const job = await open(input);
  const { files, truncated } = listFiles(parser, job);
  send({ names: files.map(({ name }) => name), sizes: [], encrypted: false, truncated });
  const wanted = readLine();
  const first = FIRST_DESCRIPTOR + input.names.length;
  const outputs = wanted.flatMap((index, at) =>
    index === null ? [] : [{ index, write: (piece, position) => write(first + at, piece, position) }],
  );
  const results = unpackFiles(parser, files, outputs, job);
  return { files: wanted.map((index) => results.get(index) ?? null) };
}

function write(descriptor, piece, position) {
  for (let done = 0; done < piece.length; )
    done += fs.writeSync(descriptor, piece, done, piece.length - done, position + done);
}

/** Reads one line of standard input. */
function readLine() {
  let text = Buffer.alloc(0);
  const piece = Buffer.alloc(65_536);
  while (text.at(-1) !== 10) {
    const count = fs.readSync(0, piece);
    if (count === 0) break;
    text = Buffer.concat([text, piece.subarray(0, count)]);
  }
  return JSON.parse(text.toString());
}

function send(answer) {
  let rest = Buffer.from(`${JSON.stringify(answer)}\n`);
  while (rest.length > 0) rest = rest.subarray(fs.writeSync(1, rest));
}

const input = readLine();
send(
  await (input.unpacks ? unpack(input) : work(input)).catch((error) => ({ fault: faultOf(error, parser) })),
);
process.exit(0);
