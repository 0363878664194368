/**
 * Reads one hostile archive, in a process of its own that may be killed at any moment: a job comes in as JSON on
 * standard input, the archive as file descriptor 3, one JSON answer goes out (answer.ts). Plain JavaScript, because
 * it is started under Node's permission model, where neither a loader nor any file but these two can be read.
 */
import fs from "node:fs";
import { createRequire } from "node:module";

const ARCHIVE = 3;
const NAME = "/in/a";
const MAX_CANDIDATES = 8;
/** A CRC has four bytes: fewer bytes of data than that prove less. */
const PROOF_BYTES = 4;
const READ_ONLY = 0o100444;
const GROW = WebAssembly.Memory.prototype.grow;
const [ENOENT, EINVAL] = [44, 28];

/** The parser asked for more memory than it may have; it then ends in one of several ways. */
let refusedMemory = false;

class Fault extends Error {}
class Enough extends Error {}

/** The parser's whole world: memory, and one file that is read where it is asked. */
async function openParser(modulePath, memoryPages) {
  WebAssembly.Memory.prototype.grow = function (pages) {
    refusedMemory ||= this.buffer.byteLength / 65_536 + pages > memoryPages;
    if (refusedMemory) throw new RangeError("Over the memory limit.");
    return GROW.call(this, pages);
  };
  // The parser's (unused) disk adapter asks for these numbers in a way the permission model forbids.
  process.binding = () => ({ fs: fs.constants });
  const errors = [];
  const parser = await createRequire(import.meta.url)(modulePath)({
    print: () => {},
    printErr: (line) => errors.length < 50 && errors.push(line),
  });
  parser.FS.mkdir("/in");
  parser.FS.mount(oneFile(parser.FS), {}, "/in");
  return {
    /** Runs a command and hands every piece of its output on. @returns exit code and what it complained of */
    run(args, onOutput) {
      errors.length = 0;
      const { write, flush } = gathered(onOutput);
      const output = parser.FS.streams[1];
      output.stream_ops = { ...output.stream_ops, write };
      const code = parser.callMain(args);
      flush();
      return { code, complaint: errors.join("\n") };
    },
  };
}

/** The parser writes a few bytes at a time, millions of times; they are handed on in large pieces. */
function gathered(onOutput) {
  const held = Buffer.alloc(65_536);
  let used = 0;
  const flush = () => {
    onOutput(held.subarray(0, used));
    used = 0;
  };
  const write = (_stream, bytes, offset, length) => {
    for (let at = 0; at < length; at += 1) {
      if (used === held.length) flush();
      held[used++] = bytes[offset + at];
    }
    return length;
  };
  return { write, flush };
}

/** A folder that holds the archive and nothing else; every other name is unknown, and nothing can be written. */
function oneFile(FS) {
  const { size } = fs.fstatSync(ARCHIVE);
  const never = new Date(0);
  const attributes = (bytes) => (node) => ({
    ...{ dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: bytes },
    ...{ atime: never, mtime: never, ctime: never, blksize: 4096, blocks: Math.ceil(bytes / 512) },
  });
  const unknown = () => {
    throw new FS.ErrnoError(ENOENT);
  };
  return {
    mount() {
      const folder = FS.createNode(null, "/", 0o40555, 0);
      folder.node_ops = { getattr: attributes(0), lookup: unknown, readdir: () => [".", "..", "a"] };
      folder.stream_ops = {};
      const file = FS.createNode(folder, "a", READ_ONLY, 0);
      file.node_ops = { getattr: attributes(size) };
      file.stream_ops = {
        read: (_stream, bytes, offset, length, position) =>
          length === 0 || position >= size ? 0 : fs.readSync(ARCHIVE, bytes, offset, length, position),
        llseek(stream, offset, whence) {
          const position = offset + (whence === 1 ? stream.position : whence === 2 ? size : 0);
          if (position < 0) throw new FS.ErrnoError(EINVAL);
          return position;
        },
      };
      return folder;
    },
  };
}

/** Feeds whole lines of bytes that come in pieces. */
function lines(onLine) {
  let rest = Buffer.alloc(0);
  return (piece) => {
    let from = 0;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      onLine(bytes.toString("utf8", from, end));
      from = end + 1;
    }
    rest = Buffer.from(bytes.subarray(from)); // a copy: the buffer is reused
  };
}

/**
 * The entries of the archive. `locked` where even the names are encrypted and the password does not open them.
 * The parser writes control characters of names as `_`, so a name cannot pretend to be another line.
 */
function list(parser, { format, password, maxEntries, maxNameBytes }) {
  const entries = [];
  let nameBytes = 0;
  let truncated = false;
  let fields = {};
  const finish = () => {
    if (fields.Path === undefined) return;
    nameBytes += Buffer.byteLength(fields.Path);
    if (entries.length >= maxEntries || nameBytes > maxNameBytes) {
      truncated = true;
      throw new Enough();
    }
    entries.push(entryOf(fields, entries.at(-1)));
    fields = {};
  };
  const onLine = lines((line) => {
    if (line === "") return finish();
    const at = line.indexOf(" = ");
    if (at > 0 && fields[line.slice(0, at)] === undefined) fields[line.slice(0, at)] = line.slice(at + 3);
  });
  try {
    const args = ["l", "-slt", "-ba", "-bsp0", `-t${format}`, `-p${password ?? ""}`, NAME];
    const { code, complaint } = parser.run(args, onLine);
    finish();
    // A damaged archive or a part of several may list well, with complaints: what it holds is still worth showing.
    if (code !== 0 && entries.length === 0) {
      if (/encrypted archive/i.test(complaint)) return { entries, locked: true, truncated };
      throw new Fault(refusedMemory || code === 8 ? "too large" : "unreadable");
    }
  } catch (error) {
    // Headers that a wrong key, or none, decrypted are noise, on which the parser fails in any way there is.
    if (!(error instanceof Enough) && format === "7z" && hidesNames())
      return { entries: [], locked: true, truncated };
    if (!(error instanceof Enough)) throw error;
  }
  return { entries, locked: false, truncated };
}

/** The header of a 7z archive says itself that it is encrypted: packed (0x17), by a method that is 7-Zip's AES. */
function hidesNames() {
  const start = Buffer.alloc(32);
  fs.readSync(ARCHIVE, start, 0, 32, 0);
  const header = Buffer.alloc(Math.min(Number(start.readBigUInt64LE(20)), 65_536));
  const at = start.readBigUInt64LE(12) + 32n;
  if (at > BigInt(fs.fstatSync(ARCHIVE).size)) return false;
  fs.readSync(ARCHIVE, header, 0, header.length, Number(at));
  return header[0] === 0x17 && header.includes(Buffer.from([0x06, 0xf1, 0x07, 0x01]));
}

function entryOf(fields, before) {
  const size = Number(fields.Size || 0);
  const method = fields.Method ?? "";
  const checked =
    (fields.CRC ?? "") !== "" || /AES-\d/.test(method) || /CRC|Hash/.test(fields.Characteristics ?? "");
  // In a solid block all that comes before must be unpacked too.
  const solid = fields.Solid === "+" || (fields.Block !== undefined && fields.Block === before?.block);
  return {
    name: fields.Path,
    folder: fields.Folder === "+" || /^ ?D/.test(fields.Attributes ?? ""),
    encrypted: fields.Encrypted === "+",
    size,
    // Not all formats say it, and a hostile archive says what it likes.
    declared: /^\d+$/.test(fields.Size ?? "") && Number.isSafeInteger(size) ? size : null,
    work: size + (solid ? (before?.work ?? 0) : 0),
    block: fields.Block || undefined,
    proof: /AES-\d/.test(method) ? PROOF_BYTES : Math.min(size, PROOF_BYTES), // zip's AES has a MAC of its own
    // An entry without checksum, cut in parts, or of no size proves nothing.
    provable: checked && size > 0 && fields["Split Before"] !== "+" && fields["Split After"] !== "+",
  };
}

/**
 * True once the cheapest encrypted entries came out whole and their checksums fit: as many bytes as they declare,
 * and no complaint. That the archive can be listed says nothing (most formats leave names in the open), and the one
 * check byte of old zip encryption lets 1 wrong password in 256 through.
 */
function opens(parser, entries, { format, password }) {
  const seen = new Map();
  for (const { name } of entries) seen.set(name, (seen.get(name) ?? 0) + 1);
  const candidates = entries
    .filter((entry) => entry.encrypted && entry.provable && !entry.folder && seen.get(entry.name) === 1)
    .sort((a, b) => a.work - b.work)
    .slice(0, MAX_CANDIDATES);
  let proof = 0;
  for (const entry of candidates) {
    let bytes = 0;
    const args = ["e", "-so", "-bsp0", "-spd", `-t${format}`, `-p${password}`, NAME, `-i!${entry.name}`];
    const { code } = parser.run(args, (piece) => {
      bytes += piece.length;
    });
    if (code === 8 || refusedMemory) throw new Fault("too large");
    if (code !== 0) return false;
    if (bytes === 0) continue; // a name that was shown otherwise than it is written
    if (bytes !== entry.size) return false;
    proof += entry.proof;
    if (proof >= PROOF_BYTES) break;
  }
  return proof > 0;
}

async function work(job) {
  const parser = await openParser(job.module, job.memoryPages);
  const { entries, locked, truncated } = list(parser, job);
  const files = entries.filter((entry) => !entry.folder);
  const names = files.map((entry) => entry.name.toWellFormed());
  const sizes = files.map((entry) => entry.declared);
  const encrypted = locked || entries.some((entry) => entry.encrypted);
  if (job.password === undefined) return { names, sizes, encrypted, truncated };
  return { names, sizes, encrypted, truncated, opened: !locked && encrypted && opens(parser, entries, job) };
}

function faultOf(error) {
  if (error instanceof Fault) return error.message;
  if (refusedMemory) return "too large";
  if (typeof error === "number") return "unreadable"; // thrown by the parser itself
  return "crashed";
}

const answer = await work(JSON.parse(fs.readFileSync(0, "utf8"))).catch((error) => ({
  fault: faultOf(error),
}));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
