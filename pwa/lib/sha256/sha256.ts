/** Incremental SHA-256 (FIPS 180-4; docs/decisions/0022). */

import { writeModule } from "../wasm.ts";
import { BLOCKS_AT, compression, HASH_AT } from "./compression.ts";

const BLOCK = 64;
/** Input buffer: hashes in few calls, and fits the processor's cache. */
const CAPACITY = 64 * 1024;
const PAGE = 64 * 1024;
/** Includes space for the padding and for reads beyond the last block. */
const PAGES = Math.ceil((BLOCKS_AT + CAPACITY + 4 * BLOCK) / PAGE);

/** Section 5.3.3. */
// biome-ignore format: as in the standard
const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

let compiled: WebAssembly.Module | undefined;

/**
 * Uses 128 KiB and hashes one message at a time. Requires WebAssembly, which is allowed in workers
 * (docs/decisions/0018).
 */
export class Sha256 {
  private readonly memory: DataView<ArrayBuffer>;
  private readonly input: Uint8Array;
  private readonly run: (from: number, count: number) => void;
  /** Bytes buffered in `input`, less than CAPACITY; the block after that is for the padding. */
  private held = 0;
  /** Bytes of the message so far. */
  private length = 0;

  /** @throws WebAssembly.CompileError if WebAssembly is not allowed */
  constructor() {
    compiled ??= new WebAssembly.Module(writeModule(compression(PAGES)));
    const { exports } = new WebAssembly.Instance(compiled);
    const { buffer } = exports["memory"] as WebAssembly.Memory;
    this.memory = new DataView(buffer as ArrayBuffer);
    this.input = new Uint8Array(buffer, BLOCKS_AT, CAPACITY + BLOCK);
    this.run = exports["run"] as (from: number, count: number) => void;
    this.start();
  }

  /** Starts a new message and discards the previous one. */
  start(): void {
    this.held = 0;
    this.length = 0;
    for (const [at, word] of INITIAL.entries()) this.memory.setInt32(HASH_AT + at * 4, word, true);
  }

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + CAPACITY - this.held);
      this.input.set(part, this.held);
      at += part.length;
      this.held += part.length;
      if (this.held === CAPACITY) this.compress(CAPACITY);
    }
    this.length += bytes.length;
  }

  /** Ends the message. @returns 64 lower-case hex digits */
  digest(): string {
    const end = this.held;
    // Padding: a 1 bit, zeros, and the length in bits as the last eight bytes of a block.
    const zeros = (2 * BLOCK - 9 - (end % BLOCK)) % BLOCK;
    this.input[end] = 0x80;
    this.input.fill(0, end + 1, end + 1 + zeros);
    this.memory.setBigUint64(BLOCKS_AT + end + 1 + zeros, BigInt(this.length) * 8n);
    this.compress(end + 1 + zeros + 8);
    let hex = "";
    for (let at = 0; at < 8; at++)
      hex += this.memory
        .getUint32(HASH_AT + at * 4, true)
        .toString(16)
        .padStart(8, "0");
    this.start();
    return hex;
  }

  private compress(bytes: number): void {
    this.run(BLOCKS_AT, bytes / BLOCK);
    this.held = 0;
  }
}
