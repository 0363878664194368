import { crc32, deflateSync } from "node:zlib";

const SIDE = 32;

/** An animated PNG of two frames, red and blue. */
export function animatedPng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2], 8); // eight bits, RGB
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("acTL", numbers(2, 0)),
    chunk("fcTL", frame(0)),
    chunk("IDAT", pixels(200, 20, 20)),
    chunk("fcTL", frame(1)),
    chunk("fdAT", Buffer.concat([numbers(2), pixels(20, 20, 200)])),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

/** A quarter of a second each. */
function frame(sequence: number): Buffer {
  return Buffer.concat([numbers(sequence, SIDE, SIDE, 0, 0), Buffer.from([0, 1, 0, 4, 0, 0])]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

function pixels(...rgb: number[]): Buffer {
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: SIDE }, () => Buffer.from(rgb))]);
  return deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => line)));
}
