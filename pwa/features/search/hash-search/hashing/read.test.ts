import { expect, test } from "vitest";
import { readAll } from "./read.ts";

const BYTES = Uint8Array.from({ length: 100 }, (_, at) => at);
const BLOB = new Blob([BYTES]);

/** Sources of ten bytes at a time; those in `stalls` stall at an offset. */
function sources(stalls: readonly number[]) {
  const opened: { from: number; tries: number; isClosed: boolean }[] = [];
  const open = (rest: Blob, tries: number) => {
    const from = BYTES.length - rest.size;
    const place = { from, tries, isClosed: false };
    const stall = stalls[opened.push(place) - 1] ?? Number.POSITIVE_INFINITY;
    let at = from;
    return {
      async next() {
        if (at - from >= stall) return new Promise<never>(() => {});
        if (at >= BYTES.length) return undefined;
        const bytes = BYTES.slice(at, at + 10);
        at += bytes.length;
        return bytes;
      },
      close() {
        place.isClosed = true;
      },
    };
  };
  return { opened, open };
}

test("a reader that gives nothing is closed, and another goes on where it stood", async () => {
  const { opened, open } = sources([30, 20]);
  const read: number[] = [];
  expect(await readAll(BLOB, (bytes) => read.push(...bytes), undefined, open, 5)).toBe(100);
  expect(read).toEqual([...BYTES]);
  expect(opened).toEqual([
    { from: 0, tries: 0, isClosed: true },
    { from: 30, tries: 1, isClosed: true },
    { from: 50, tries: 1, isClosed: false },
  ]);
});

test("readers that give nothing at all end it after five", async () => {
  const { opened, open } = sources([10, 0, 0, 0, 0, 0]);
  await expect(readAll(BLOB, () => {}, undefined, open, 1)).rejects.toThrow();
  expect(opened.map(({ tries }) => tries)).toEqual([0, 1, 2, 3, 4]);
});

test("it waits between pieces as long as it is paused, without taking that for a stall", async () => {
  const { opened, open } = sources([]);
  let pieces = 0;
  const pause = () => (pieces++ === 2 ? new Promise<void>((resolve) => setTimeout(resolve, 40)) : undefined);
  expect(await readAll(BLOB, () => {}, pause, open, 10)).toBe(100);
  expect(opened).toHaveLength(1);
});

test("the reader of the browser gives every byte in order, also of an empty file", async () => {
  const large = new Uint8Array(3_000_000).map((_, at) => at % 251);
  const read = new Uint8Array(large.length);
  let at = 0;
  await readAll(new Blob([large]), (bytes) => {
    read.set(bytes, at);
    at += bytes.length;
  });
  expect(Buffer.compare(read, large)).toBe(0);
  expect(await readAll(new Blob([]), () => {})).toBe(0);
});
