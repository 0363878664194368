/**
 * The compression function of SHA-256 (FIPS 180-4, sections 4 and 6.2) as a WebAssembly module that processes many
 * blocks per call. Names follow the standard.
 * The message schedule does not depend on the hash so far: it is computed for four blocks at once, one per vector lane,
 * which takes a quarter of the instructions. The rounds are sequential: they are unrolled, with the working variables
 * in locals that rotate their roles.
 */
import { type Code, get, i32, i32x4, type Local, loop, type Program, select, set, tee } from "../wasm.ts";

/** Offsets in the module's memory, in bytes. */
export const HASH_AT = 0;
/** One vector per round (64): its schedule word for each of four blocks. */
const SCHEDULE_AT = 1024;
export const BLOCKS_AT = 2048;

const BLOCK = 64;
const WORD = 4;
const VECTOR = 16;
const LANES = 4;

// biome-ignore format: as in the standard
const K = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
].map((word) => word | 0);

// Locals: parameters first, then integers, then vectors.
const [FROM, COUNT] = [0, 1];
const [LANE, LEFT, T1, A_XOR_B, B_XOR_C] = [2, 3, 4, 5, 6];
const STATE = locals(7, 8);
const W = locals(15, 16);
const ROWS = locals(31, LANES);

/**
 * `run(from, count)` hashes `count` blocks (at least one) starting at `from` into the state at HASH_AT: eight words in
 * little-endian order. It may read three blocks beyond the input.
 */
export function compression(pages: number): Program {
  const fourBlocks = [
    schedule(),
    set(LEFT, select(get(COUNT), i32.const(LANES), i32.lessUnsigned(get(COUNT), i32.const(LANES)))),
    set(COUNT, i32.sub(get(COUNT), get(LEFT))),
    set(LANE, i32.const(0)),
    loop(oneBlock(), tee(LEFT, i32.sub(get(LEFT), i32.const(1)))),
    set(FROM, i32.add(get(FROM), i32.const(LANES * BLOCK))),
  ];
  return {
    parameters: 2,
    locals: { i32: 5 + STATE.length, i32x4: W.length + ROWS.length },
    body: [STATE.map((local, at) => set(local, hashWord(at))), loop(fourBlocks, get(COUNT))],
    pages,
  };
}

/** Section 6.2.2, step 1, with the constant of each round added. */
function schedule(): Code {
  return [
    [0, 4, 8, 12].map(loadWords),
    K.map((constant, t) => [
      t < 16 ? [] : expand(t),
      i32x4.store(
        i32.const(0),
        SCHEDULE_AT + t * VECTOR,
        i32x4.add(get(word(t)), i32x4.splat(i32.const(constant))),
      ),
    ]),
  ];
}

/** Only the last sixteen words are needed. */
const word = (t: number): Local => W[t % 16] as Local;

/** Swaps the bytes of each word: input is big-endian. */
const BIG_ENDIAN = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];
const LOW_WORDS = [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23];
const HIGH_WORDS = LOW_WORDS.map((byte) => byte + 8);
const LOW_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
const HIGH_HALVES = LOW_HALVES.map((byte) => byte + 8);

/**
 * Loads words t to t + 3 of four blocks and transposes them: each row is one block, each result lane belongs to one
 * block.
 */
function loadWords(t: number): Code {
  const [r0, r1, r2, r3] = ROWS as [Local, Local, Local, Local];
  const pair = (a: Local, b: Local, bytes: readonly number[]) => i32x4.shuffle(get(a), get(b), bytes);
  const [w0, w1, w2, w3] = [word(t), word(t + 1), word(t + 2), word(t + 3)];
  return [
    ROWS.map((row, block) => [
      set(row, i32x4.load(get(FROM), block * BLOCK + t * WORD)),
      set(row, pair(row, row, BIG_ENDIAN)),
    ]),
    set(w0, pair(r0, r1, LOW_WORDS)),
    set(w2, pair(r0, r1, HIGH_WORDS)),
    set(w1, pair(r2, r3, LOW_WORDS)),
    set(w3, pair(r2, r3, HIGH_WORDS)),
    set(r0, pair(w0, w1, LOW_HALVES)),
    set(w1, pair(w0, w1, HIGH_HALVES)),
    set(w0, get(r0)),
    set(r0, pair(w2, w3, LOW_HALVES)),
    set(w3, pair(w2, w3, HIGH_HALVES)),
    set(w2, get(r0)),
  ];
}

function expand(t: number): Code {
  const sum = i32x4.add(get(word(t - 16)), get(word(t - 7)));
  return set(
    word(t),
    i32x4.add(sum, i32x4.add(sigma(word(t - 15), 7, 18, 3), sigma(word(t - 2), 17, 19, 10))),
  );
}

/** σ0 and σ1. Vectors have no rotation, so two shifts emulate it. */
function sigma(x: Local, first: number, second: number, shift: number): Code {
  const rotr = (bits: number) => i32x4.or(i32x4.shr(get(x), bits), i32x4.shl(get(x), 32 - bits));
  return i32x4.xor(i32x4.xor(rotr(first), rotr(second)), i32x4.shr(get(x), shift));
}

/** Steps 2 to 4 for one lane; the next lane is the next block. */
function oneBlock(): Code {
  const [, b, c] = STATE as [Local, Local, Local];
  return [
    set(B_XOR_C, i32.xor(get(b), get(c))),
    K.map((_, t) => round(t)),
    STATE.map((local, at) =>
      i32.store(i32.const(HASH_AT), at * WORD, tee(local, i32.add(get(local), hashWord(at)))),
    ),
    set(LANE, i32.add(get(LANE), i32.const(WORD))),
  ];
}

const hashWord = (at: number): Code => i32.load(i32.const(HASH_AT), at * WORD);

function round(t: number): Code {
  const role = (at: number) => STATE[(at - t + 64) % 8] as Local; // roles rotate by one each round
  const [a, b, d, e, f, g, h] = [role(0), role(1), role(3), role(4), role(5), role(6), role(7)];
  // a ^ b of this round is b ^ c of the next.
  const [aXorB, bXorC] = t % 2 === 0 ? [A_XOR_B, B_XOR_C] : [B_XOR_C, A_XOR_B];
  const ch = i32.xor(i32.and(i32.xor(get(f), get(g)), get(e)), get(g));
  const maj = i32.xor(i32.and(tee(aXorB, i32.xor(get(a), get(b))), get(bXorC)), get(b));
  const w = i32.load(get(LANE), SCHEDULE_AT + t * VECTOR);
  return [
    set(T1, i32.add(i32.add(i32.add(get(h), w), ch), bigSigma(e, 6, 11, 25))),
    set(d, i32.add(get(d), get(T1))),
    set(h, i32.add(i32.add(get(T1), maj), bigSigma(a, 2, 13, 22))),
  ];
}

/** Σ0 and Σ1 with nested rotations, which copy x once instead of three times. */
function bigSigma(x: Local, first: number, second: number, third: number): Code {
  const inner = i32.xor(i32.rotr(get(x), third - second), get(x));
  return i32.rotr(i32.xor(i32.rotr(inner, second - first), get(x)), first);
}

function locals(from: Local, count: number): readonly Local[] {
  return Array.from({ length: count }, (_, at) => from + at);
}
