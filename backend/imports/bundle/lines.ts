/** Splits a byte stream into lines with their offsets, holding at most one line and one chunk. */
import { isUtf8 } from "node:buffer";

const MAX_LINE_BYTES = 64 * 1024 * 1024;

export interface Line {
  /** Counted from 1. */
  number: number;
  /** Offset of the byte after its line end. */
  end: number;
  text: string;
  /** Reason for a missing text. */
  fault?: string;
}

/**
 * @param start offset and number of lines already read and absent from the stream
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  start: { offset: number; line: number } = { offset: 0, line: 0 },
): AsyncGenerator<Line> {
  let { offset, line } = start;
  let parts: Buffer[] = [];
  let held = 0;
  const finish = (): Line => {
    const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    const read = describe(bytes, held);
    offset += held;
    line += 1;
    parts = [];
    held = 0;
    return { number: line, end: offset, ...read };
  };
  for await (const piece of chunks) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let from = 0;
    while (from < chunk.length) {
      const at = chunk.indexOf(10, from);
      const to = at === -1 ? chunk.length : at + 1;
      if (held <= MAX_LINE_BYTES) parts.push(chunk.subarray(from, to));
      else parts = []; // too long: only counts bytes from here on
      held += to - from;
      from = to;
      if (at !== -1) yield finish();
    }
  }
  if (held > 0) yield finish();
}

function describe(bytes: Buffer, length: number): { text: string; fault?: string } {
  if (length > MAX_LINE_BYTES)
    return { text: "", fault: `the line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB` };
  if (!isUtf8(bytes)) return { text: "", fault: "the line is not UTF-8" };
  return { text: bytes.toString("utf8").trimEnd() };
}
