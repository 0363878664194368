/** Messages of the reader process, as pipes cut them up, and as a taken over process may send them. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { messagesOf } from "./reader-messages.ts";

const WRITE = { write: { output: 0, position: 0, length: 5 } };
const READ = { read: { file: 0, position: 7, length: 9 } };
const TEXT = `${JSON.stringify(WRITE)}\nab\ncd${JSON.stringify(READ)}\n${JSON.stringify({ answer: { files: [5] } })}\n`;

async function read(parts: string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  const pieces = Readable.from(parts.map((part) => Buffer.from(part)));
  for await (const { message, bytes } of messagesOf(pieces)) found.push([message, bytes.toString()]);
  return found;
}

test.each([TEXT.length, 1, 7])("messages and their bytes are found in pieces of %d", async (size) => {
  const parts = Array.from({ length: Math.ceil(TEXT.length / size) }, (_, at) =>
    TEXT.slice(at * size, (at + 1) * size),
  );
  expect(await read(parts)).toEqual([
    [WRITE, "ab\ncd"],
    [READ, ""],
    [{ answer: { files: [5] } }, ""],
  ]);
});

test("a process that ends in the middle of a message has sent those before it", async () => {
  for (const end of [TEXT.indexOf("\n") + 3, TEXT.indexOf("\n") - 1])
    expect(await read([TEXT.slice(0, end)])).toEqual([]);
  expect(await read([TEXT.slice(0, -1)])).toHaveLength(2);
});

test.each([
  ["no JSON", "crashed"],
  [JSON.stringify({ read: { file: -1, position: 0, length: 1 } }), "crashed"],
  [JSON.stringify({ read: { file: 0, position: 0, length: 1024 ** 2 + 1 } }), "crashed"],
  [JSON.stringify({ write: { output: 0, position: 0.5, length: 1 } }), "crashed"],
  [JSON.stringify({ answer: {}, read: {} }), "crashed"],
  ["x".repeat(10 * 1024 ** 2 + 2), "too large"],
])("%.40s is refused", async (line, fault) => {
  await expect(read([`${line.slice(0, -1)}`, `${line.at(-1)}\n`])).rejects.toMatchObject({ fault });
});
