/**
 * Lists and unpacks archive files with 7-Zip: in a process of its own on the server, in a worker on the device. Plain
 * JavaScript, because Node's permission model allows that process no loader (docs/decisions/0008). Synchronous, as the
 * parser is.
 */

const FOLDER = "/in";
/** Folder in which unpacked files appear, one after the other. */
const TARGET = "/out";
const MAX_CANDIDATES = 8;
/** A CRC has four bytes: fewer bytes of data are weaker evidence. */
const PROOF_BYTES = 4;
const READ_ONLY = 0o100444;
const DIRECTORY = 0o40000;
const WASM_PAGE = 65_536;
const GROW = WebAssembly.Memory.prototype.grow;
const [ENOENT, EINVAL] = [44, 28];
const NEWLINE = 10;

/** Its message is a fault of reader-output.ts. */
export class Fault extends Error {}
class LimitReached extends Error {}
/** The parser created other files than expected. */
class Mismatch extends Error {}

/** Environment of the parser: memory, and files that are read on demand once they are mounted. */
export async function openParser(create, { memoryPages, options = {} }) {
  const state = {
    /** Set when the parser exceeds its memory limit; it may then fail in several ways. */
    refusedMemory: false,
    /** Receives the files that the parser creates, in the order of the list: returns what takes the bytes. */
    create: () => ({}),
  };
  WebAssembly.Memory.prototype.grow = function (pages) {
    state.refusedMemory ||= this.buffer.byteLength / WASM_PAGE + pages > memoryPages;
    if (state.refusedMemory) throw new RangeError("Over the memory limit.");
    return GROW.call(this, pages);
  };
  const errors = [];
  const printErr = (line) => errors.length < 50 && errors.push(line);
  const close = () => {
    WebAssembly.Memory.prototype.grow = GROW;
  };
  const parser = await create({ ...options, print: () => {}, printErr }).catch((error) => {
    close();
    throw state.refusedMemory ? new Fault("too large") : error;
  });
  parser.FS.mkdir(FOLDER);
  mountTarget(parser.FS, state);
  let isMounted = false;
  return {
    state,
    close,
    mount(files) {
      if (isMounted) parser.FS.unmount(FOLDER);
      parser.FS.mount(fileSystem(parser.FS, files), {}, FOLDER);
      isMounted = true;
    },
    /** Runs a command and forwards its output. @returns exit code and error output */
    run(args, onOutput) {
      errors.length = 0;
      const { write, flush } = bufferOutput(onOutput);
      const output = parser.FS.streams[1];
      output.stream_ops = { ...output.stream_ops, write };
      const code = parser.callMain(args);
      flush();
      return { code, complaint: errors.join("\n") };
    },
  };
}

/** The parser writes a few bytes at a time, millions of times: forwards them in large chunks. */
function bufferOutput(onOutput) {
  const held = new Uint8Array(65_536);
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

/** A read-only folder with only the files of the archive. */
function fileSystem(FS, files) {
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
      const names = files.map(({ name }) => name);
      folder.node_ops = { getattr: attributes(0), lookup: unknown, readdir: () => [".", "..", ...names] };
      folder.stream_ops = {};
      for (const source of files) {
        const file = FS.createNode(folder, source.name, READ_ONLY, 0);
        file.node_ops = { getattr: attributes(source.size) };
        file.stream_ops = {
          read: (_stream, bytes, offset, length, position) =>
            source.readAt(viewOf(bytes, offset, length), position),
          llseek(stream, offset, whence) {
            const position = offset + (whence === 1 ? stream.position : whence === 2 ? source.size : 0);
            if (position < 0) throw new FS.ErrnoError(EINVAL);
            return position;
          },
        };
      }
      return folder;
    },
  };
}

const viewOf = (bytes, offset, length) => new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length);

/** Joins pieces to one file, of which each is read by itself: the caller asks again for what follows. */
export function joined(name, pieces) {
  let size = 0;
  const placed = pieces.map((piece) => {
    const start = size;
    size += piece.size;
    return { ...piece, start, end: size };
  });
  return {
    name,
    size,
    readAt(target, position) {
      const piece = placed.find(({ end }) => position < end);
      if (piece === undefined || target.length === 0) return 0;
      const count = Math.min(target.length, piece.end - position);
      return piece.readAt(target.subarray(0, count), position - piece.start);
    },
  };
}

/** One character for each byte: names may be in any encoding. */
function latin1(bytes, from = 0, to = bytes.length) {
  let text = "";
  for (let at = from; at < to; at += 4_096)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 4_096)));
  return text;
}

/** @param text one character for each byte */
export const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Splits chunks of bytes into lines. */
function lines(onLine) {
  let rest = "";
  return (piece) => {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      const line = rest + latin1(piece, from, end);
      rest = "";
      from = end + 1;
      onLine(line);
    }
    rest += latin1(piece, from);
  };
}

/**
 * Lists the entries. `locked` if even the names are encrypted and the password does not open them. The parser writes
 * control characters in names as `_`, so a name cannot imitate another line.
 */
function list(parser, { archive, format, password, maxEntries, maxNameBytes }) {
  const entries = [];
  let nameBytes = 0;
  let truncated = false;
  let fields = {};
  const finish = () => {
    if (fields.Path === undefined) return;
    nameBytes += fields.Path.length;
    if (entries.length >= maxEntries || nameBytes > maxNameBytes) {
      truncated = true;
      throw new LimitReached();
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
    const args = ["l", "-slt", "-ba", "-bsp0", `-t${format}`, `-p${password ?? ""}`, pathOf(archive)];
    const { code, complaint } = parser.run(args, onLine);
    finish();
    // A damaged or multi-part archive may still list with errors: its entries are worth showing.
    if (code !== 0 && entries.length === 0) {
      if (/encrypted archive/i.test(complaint)) return { entries, locked: true, truncated };
      throw new Fault(parser.state.refusedMemory || code === 8 ? "too large" : "unreadable");
    }
  } catch (error) {
    // Headers decrypted with a wrong key, or none, are noise, on which the parser may fail in any way.
    if (!(error instanceof LimitReached) && format === "7z" && hasEncryptedNames(archive))
      return { entries: [], locked: true, truncated };
    if (!(error instanceof LimitReached)) throw error;
  }
  return { entries, locked: false, truncated };
}

const pathOf = ({ name }) => `${FOLDER}/${name}`;

/** Reads from the header of a 7z file that it is encrypted: packed (0x17) with 7-Zip's AES. */
function hasEncryptedNames(archive) {
  const start = new DataView(new ArrayBuffer(32));
  readWhole(archive, new Uint8Array(start.buffer), 0);
  const header = new Uint8Array(Math.min(Number(start.getBigUint64(20, true)), 65_536));
  const at = start.getBigUint64(12, true) + 32n;
  if (at > BigInt(archive.size)) return false;
  readWhole(archive, header, Number(at));
  return header[0] === 0x17 && latin1(header).includes("\x06\xf1\x07\x01");
}

/** Fills the bytes as far as the file has them. */
function readWhole(file, bytes, position) {
  for (let done = 0, count = -1; done < bytes.length && count !== 0; done += count)
    count = file.readAt(bytes.subarray(done), position + done);
}

function entryOf(fields, before) {
  const size = Number(fields.Size || 0);
  const method = fields.Method ?? "";
  const checked =
    (fields.CRC ?? "") !== "" || /AES-\d/.test(method) || /CRC|Hash/.test(fields.Characteristics ?? "");
  // In a solid block all preceding entries must be unpacked too.
  const solid = fields.Solid === "+" || (fields.Block !== undefined && fields.Block === before?.block);
  return {
    name: fields.Path,
    folder: fields.Folder === "+" || /^ ?D/.test(fields.Attributes ?? ""),
    encrypted: fields.Encrypted === "+",
    link: (fields["Symbolic Link"] ?? "") !== "" || / l[rwxst-]{9}$/.test(fields.Attributes ?? ""),
    size,
    // Not all formats declare it, and a hostile file may lie.
    declared: /^\d+$/.test(fields.Size ?? "") && Number.isSafeInteger(size) ? size : null,
    work: size + (solid ? (before?.work ?? 0) : 0),
    block: fields.Block || undefined,
    proof: /AES-\d/.test(method) ? PROOF_BYTES : Math.min(size, PROOF_BYTES), // zip's AES has its own MAC
    // An entry without checksum, split over parts, or empty proves nothing.
    provable: checked && size > 0 && fields["Split Before"] !== "+" && fields["Split After"] !== "+",
  };
}

/**
 * True once the cheapest encrypted entries were extracted completely and their checksums match: as many bytes as
 * declared and no error. A successful listing proves nothing (most formats do not encrypt names), and the single check
 * byte of old zip encryption accepts 1 of 256 wrong passwords.
 */
function opensWith(parser, entries, { archive, format, password }) {
  const seen = new Map();
  for (const { name } of entries) seen.set(name, (seen.get(name) ?? 0) + 1);
  const candidates = entries
    .filter((entry) => entry.encrypted && entry.provable && !entry.folder && seen.get(entry.name) === 1)
    .sort((a, b) => a.work - b.work)
    .slice(0, MAX_CANDIDATES);
  let proof = 0;
  for (const entry of candidates) {
    let bytes = 0;
    const name = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(entry.name));
    const args = ["e", "-so", "-bsp0", "-spd", `-t${format}`, `-p${password}`, pathOf(archive), `-i!${name}`];
    const { code } = parser.run(args, (piece) => {
      bytes += piece.length;
    });
    if (code === 8 || parser.state.refusedMemory) throw new Fault("too large");
    if (code !== 0) return false;
    if (bytes === 0) continue; // a name that is displayed differently from how it is stored
    if (bytes !== entry.size) return false;
    proof += entry.proof;
    if (proof >= PROOF_BYTES) break;
  }
  return proof > 0;
}

/** Lists the files, and tries the password if there is one. */
export function readListing(parser, job) {
  const { entries, locked, truncated } = list(parser, job);
  const listed = entries.filter((entry) => !entry.folder);
  const names = listed.map((entry) => entry.name);
  const sizes = listed.map((entry) => entry.declared);
  const hasEncrypted = entries.some((entry) => entry.encrypted);
  if (job.password === undefined) return { names, sizes, encrypted: locked || hasEncrypted, truncated };
  // Empty files are not encrypted. Names that only show with the password were checked by the checksum of the header.
  const onlyNames = !locked && !hasEncrypted && list(parser, { ...job, password: undefined }).locked;
  return {
    names,
    sizes,
    encrypted: locked || hasEncrypted || onlyNames,
    truncated,
    opened: onlyNames || (hasEncrypted && opensWith(parser, entries, job)),
  };
}

/** Lists the files to unpack some of them. @throws Fault, which `faultOf` reads */
export function listFiles(parser, job) {
  const { entries, locked, truncated } = list(parser, job);
  if (locked) throw new Fault("locked");
  return { files: entries.filter((entry) => !entry.folder), truncated };
}

/**
 * Unpacks files to outputs.
 * @returns bytes by index; without those left out, as are all but the first if one of them cannot be read
 */
export function unpackFiles(parser, files, outputs, job) {
  let results = run(parser, files, outputs, job);
  // One of the others may be the cause.
  if (results === undefined && outputs.length > 1) results = run(parser, files, outputs.slice(0, 1), job);
  if (results !== undefined) return results;
  const isLocked = files[outputs[0].index].encrypted;
  throw new Fault(parser.state.refusedMemory ? "too large" : isLocked ? "locked" : "unreadable");
}

/** @returns bytes by index; undefined if the parser reports an error */
function run(parser, files, outputs, job) {
  try {
    return extract(parser, { files, outputs, job, ...selectionOf(files, outputs) });
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    return extract(parser, { files, outputs, job, select: [], isExpected: () => true });
  }
}

/**
 * Arguments that select the wanted files, and perhaps others, and whether they select a file. The parser takes names in
 * UTF-8 only, and lists control characters as `_`: where that matters, patterns stand for the names.
 */
function selectionOf(files, outputs) {
  const names = new Set(outputs.map(({ index }) => files[index].name));
  const isRepeated = files.filter(({ name }) => names.has(name)).length > names.size;
  const isExact = (name) => textOf(name) !== undefined && !(isRepeated && name.includes("_"));
  if ([...names].every(isExact)) {
    const select = ["-spd", ...[...names].map((name) => `-i!${textOf(name)}`)];
    return { select, isExpected: ({ name }) => names.has(name) };
  }
  const patterns = [...new Set([...names].map((name) => name.replace(/[^A-Za-z0-9./ -]+/g, "*")))];
  const source = patterns.map((pattern) => pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]*")).join("|");
  const expression = new RegExp(`^(?:${source})(?:/|$)`, "s"); // a pattern selects a folder with all files in it
  return {
    select: patterns.map((pattern) => `-i!${pattern}`),
    isExpected: ({ name }) => expression.test(name),
  };
}

/** @param name one character for each byte @returns undefined if it is not UTF-8 */
function textOf(name) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytesOf(name));
  } catch {
    return undefined;
  }
}

/**
 * Extracts the expected files, and passes the wanted ones on. Their paths are never used: the nth file that the parser
 * creates is the nth expected one.
 */
function extract(parser, { files, outputs, job, select, isExpected }) {
  const expected = files.flatMap((file, index) => (!file.link && isExpected(file) ? [index] : []));
  const byIndex = new Map(outputs.map((output) => [output.index, output]));
  const results = new Map();
  const last = Math.max(...byIndex.keys());
  let created = 0;
  parser.state.create = (name) => {
    const index = expected[created++];
    if (index === undefined || !isNameOf(files[index].name, name)) throw new Mismatch();
    const output = byIndex.get(index);
    let bytes = 0;
    return {
      write(piece, position) {
        if (output === undefined) return;
        if (position + piece.length > job.maxBytes) throw new Fault("too large");
        output.write(piece, position);
        bytes = Math.max(bytes, position + piece.length);
      },
      close() {
        if (output !== undefined) results.set(index, bytes);
      },
    };
  };
  const { archive, format } = job;
  const password = `-p${job.password ?? ""}`;
  const args = ["e", "-y", "-bso0", "-bsp0", `-t${format}`, password, `-o${TARGET}`, ...select];
  const { code } = parser.run([...args, pathOf(archive)], () => {});
  if (code !== 0 || parser.state.refusedMemory) return undefined;
  if (expected.indexOf(last) >= created) throw new Mismatch();
  return results;
}

/** True unless the name that the parser gives to a file shows that it is another one than the listed. */
function isNameOf(listed, created) {
  const names = textOf(listed)?.split("/");
  return names === undefined || names.includes(created.replace(/\p{Cc}/gu, "_"));
}

/** A folder in which every file is new, and gone once it is closed. */
function mountTarget(FS, state) {
  const never = new Date(0);
  const getattr = (node) => ({
    ...{ dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: 0 },
    ...{ atime: never, mtime: never, ctime: never, blksize: 4096, blocks: 0 },
  });
  const nothing = () => {};
  const folder = {
    ...{ getattr, setattr: nothing, unlink: nothing, rmdir: nothing, readdir: () => [".", ".."] },
    lookup() {
      throw new FS.ErrnoError(ENOENT);
    },
    symlink() {
      throw new FS.ErrnoError(EINVAL);
    },
    mknod(parent, name, mode, device) {
      const isFolder = (mode & DIRECTORY) === DIRECTORY;
      const { write, close } = isFolder ? {} : state.create(name);
      const node = FS.createNode(parent, name, mode, device);
      if (isFolder) return Object.assign(node, { node_ops: folder, stream_ops: {} });
      node.node_ops = { getattr, setattr: nothing };
      node.stream_ops = {
        write(_stream, bytes, offset, length, position) {
          write(viewOf(bytes, offset, length), position);
          return length;
        },
        llseek: (stream, offset, whence) => offset + (whence === 1 ? stream.position : 0),
        close,
      };
      return node;
    },
  };
  FS.mkdir(TARGET);
  const mount = () => {
    const root = FS.createNode(null, "/", 0o40777, 0);
    return Object.assign(root, { node_ops: folder, stream_ops: {} });
  };
  FS.mount({ mount }, {}, TARGET);
}

/** @param parser undefined if it could not be opened */
export function faultOf(error, parser) {
  if (error instanceof Fault) return error.message;
  if (error instanceof Mismatch) return "unreadable";
  if (parser?.state.refusedMemory === true) return "too large";
  if (typeof error === "number") return "unreadable"; // thrown by the parser itself
  return "crashed";
}
