/** CRC-32 as in ZIP (APPNOTE 4.4.7: polynomial 0xEDB88320, lowest bit first), eight bytes at a time. */
import { type Code, get, i32, type Local, loop, set, tee, writeModule } from "../../../lib/wasm.ts";

const WIDTH = 8;
const CAPACITY = 64 * 1024;

/** Offsets in the module's memory: the current sum, eight tables of 256 numbers, and the bytes. */
const [CRC_AT, TABLES_AT, BYTES_AT] = [0, 1024, 1024 + WIDTH * 1024];

const [FROM, COUNT, LOW, HIGH] = [0, 1, 2, 3];

/** `run(from, count)` adds `count` (at least one) times eight bytes to the sum at CRC_AT. */
function program(): Uint8Array<ArrayBuffer> {
  const look = (word: Local, byte: number, after: number): Code => {
    const value = i32.and(i32.shr(get(word), 8 * byte), i32.const(0xff));
    return i32.load(i32.shl(value, 2), TABLES_AT + 1024 * after);
  };
  const looked = [7, 6, 5, 4, 3, 2, 1, 0].map((after, at) => look(at < 4 ? LOW : HIGH, at % 4, after));
  const eightBytes = [
    set(LOW, i32.xor(get(LOW), i32.load(get(FROM), 0))),
    set(HIGH, i32.load(get(FROM), 4)),
    set(LOW, looked.reduce(i32.xor)),
    set(FROM, i32.add(get(FROM), i32.const(WIDTH))),
  ];
  return writeModule({
    parameters: 2,
    locals: { i32: 2, i32x4: 0 },
    body: [
      set(LOW, i32.load(i32.const(CRC_AT), 0)),
      loop(eightBytes, tee(COUNT, i32.sub(get(COUNT), i32.const(1)))),
      i32.store(i32.const(CRC_AT), 0, get(LOW)),
    ],
    pages: 2,
  });
}

/** At [256 * after + byte]: the sum of a byte followed by `after` zero bytes. */
function fill(table: Int32Array): void {
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    table[byte] = value;
  }
  for (let at = 256; at < table.length; at++) table[at] = step(table, table[at - 256] ?? 0, 0);
}

const step = (table: Int32Array, crc: number, byte: number) =>
  (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);

function start() {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program()));
  const { buffer } = exports["memory"] as WebAssembly.Memory;
  const table = new Int32Array(buffer, TABLES_AT, WIDTH * 256);
  fill(table);
  return {
    run: exports["run"] as (from: number, count: number) => void,
    crc: new Int32Array(buffer, CRC_AT, 1),
    input: new Uint8Array(buffer, BYTES_AT, CAPACITY),
    table,
  };
}

let started: ReturnType<typeof start> | undefined;

/**
 * @param before the sum of the bytes that came before these
 * @returns 32 bits without a sign
 * @throws WebAssembly.CompileError where WebAssembly is not allowed, as on pages
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  started ??= start();
  const { run, crc, input, table } = started;
  const whole = bytes.length - (bytes.length % WIDTH);
  crc[0] = ~before;
  for (let at = 0; at < whole; at += CAPACITY) {
    const part = bytes.subarray(at, Math.min(at + CAPACITY, whole));
    input.set(part);
    run(BYTES_AT, part.length / WIDTH);
  }
  let sum = crc[0] ?? 0;
  for (const byte of bytes.subarray(whole)) sum = step(table, sum, byte);
  return ~sum >>> 0;
}
