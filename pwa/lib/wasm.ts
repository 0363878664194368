/**
 * Minimal WebAssembly writer: the few instructions used by sha256/ and features/library/zip/crc32.ts, for one function
 * with its own memory. Opcodes are from the WebAssembly core specification, section 5 (binary format).
 */

/** Nested bytes. Operands come before their instruction. */
export type Code = number | readonly Code[];

/** Index of a local variable or parameter. */
export type Local = number;

export const get = (local: Local): Code => [0x20, unsigned(local)];
export const set = (local: Local, value: Code): Code => [value, 0x21, unsigned(local)];
/** Sets the local and leaves the value on the stack. */
export const tee = (local: Local, value: Code): Code => [value, 0x22, unsigned(local)];

type Binary = (a: Code, b: Code) => Code;
const binary =
  (...code: number[]): Binary =>
  (a, b) => [a, b, code];

/** Unsigned 32-bit integers; `offset` is added to an address, in bytes. */
export const i32 = {
  const: (value: number): Code => [0x41, signed(value)],
  load: (address: Code, offset: number): Code => [address, 0x28, 2, unsigned(offset)],
  store: (address: Code, offset: number, value: Code): Code => [address, value, 0x36, 2, unsigned(offset)],
  /** Returns 1 or 0. */
  lessUnsigned: binary(0x49),
  add: binary(0x6a),
  sub: binary(0x6b),
  and: binary(0x71),
  xor: binary(0x73),
  shl: (value: Code, bits: number): Code => [value, i32.const(bits), 0x74],
  shr: (value: Code, bits: number): Code => [value, i32.const(bits), 0x76],
  rotr: (value: Code, bits: number): Code => [value, i32.const(bits), 0x78],
};

/** Vectors of four 32-bit integers. */
export const i32x4 = {
  load: (address: Code, offset: number): Code => [address, vector(0), 4, unsigned(offset)],
  store: (address: Code, offset: number, value: Code): Code => [
    [address, value],
    [vector(11), 4, unsigned(offset)],
  ],
  splat: (value: Code): Code => [value, vector(17)],
  /** @param bytes sixteen indexes: 0 to 15 select from `a`, 16 to 31 from `b` */
  shuffle: (a: Code, b: Code, bytes: readonly number[]): Code => [a, b, vector(13), bytes],
  or: (a: Code, b: Code): Code => [a, b, vector(80)],
  xor: (a: Code, b: Code): Code => [a, b, vector(81)],
  shl: (value: Code, bits: number): Code => [value, i32.const(bits), vector(171)],
  shr: (value: Code, bits: number): Code => [value, i32.const(bits), vector(173)],
  add: (a: Code, b: Code): Code => [a, b, vector(174)],
};

/** Returns the first value if the condition is not 0, otherwise the second. */
export const select = (a: Code, b: Code, condition: Code): Code => [a, b, condition, 0x1b];

/** Repeats `body` while `again`, evaluated after it, is not 0. */
export const loop = (body: Code, again: Code): Code => [0x03, NO_RESULT, body, again, 0x0d, 0, END];

const NO_RESULT = 0x40;
const END = 0x0b;
const I32 = 0x7f;
const V128 = 0x7b;

export interface Program {
  /** Number of parameters, which are the first locals. */
  parameters: number;
  /** Numbers of locals after the parameters, in this order. */
  locals: { i32: number; i32x4: number };
  body: Code;
  /** Memory pages of 64 KiB. */
  pages: number;
}

/** @returns a module that exports the function as `run` and its memory as `memory` */
export function writeModule({ parameters, locals, body, pages }: Program): Uint8Array<ArrayBuffer> {
  const kinds = list([
    [unsigned(locals.i32), I32],
    [unsigned(locals.i32x4), V128],
  ]);
  const type = [0x60, list(Array.from({ length: parameters }, () => I32)), list([])];
  const module: Code = [
    [0x00, 0x61, 0x73, 0x6d], // "\0asm"
    [1, 0, 0, 0],
    section(1, list([type])),
    section(3, list([0])), // the function's type
    section(5, list([[0, unsigned(pages)]])),
    section(7, list([exported("memory", 2), exported("run", 0)])),
    section(10, list([sized([kinds, body, END])])),
  ];
  return Uint8Array.from(flat(module));
}

const vector = (code: number): Code => [0xfd, unsigned(code)];
const section = (id: number, content: Code): Code => [id, sized(content)];
const list = (items: readonly Code[]): Code => [unsigned(items.length), items];
const exported = (name: string, kind: number): Code => [sized([...new TextEncoder().encode(name)]), kind, 0];

function sized(content: Code): Code {
  const bytes = flat(content);
  return [unsigned(bytes.length), bytes];
}

function flat(code: Code, into: number[] = []): number[] {
  if (typeof code === "number") into.push(code);
  else for (const part of code) flat(part, into);
  return into;
}

/** LEB128: seven bits per byte, lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? value : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

/** Signed LEB128 of 32 bits; the sign is the seventh bit of the last byte. */
function signed(value: number): Code {
  const last = value >= -0x40 && value < 0x40;
  return last ? value & 0x7f : [(value & 0x7f) | 0x80, signed(value >> 7)];
}
