import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "#backend/imports/bundle/lines.ts";
import { clock, progressLine } from "#backend/imports/bundle/progress.ts";

async function split(chunks: Buffer[], start?: { offset: number; line: number }) {
  const found = [];
  for await (const line of splitLines(
    (async function* () {
      yield* chunks;
    })(),
    start,
  ))
    found.push(line);
  return found;
}

test("lines are the same however the bytes are cut, and each has its end offset", async () => {
  const texts = fc.array(fc.stringMatching(/^[a-z語𝒜]{0,5}$/u), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(40), { maxLength: 6 }), async (lines, cuts) => {
      const bytes = Buffer.from(`${lines.join("\n")}\n`);
      const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      const found = await split(at.slice(1).map((end, n) => bytes.subarray(at[n], end)));
      expect(found.map(({ text }) => text)).toEqual(lines);
      // Going on behind any line gives the rest.
      const middle = found[Math.floor(found.length / 2)];
      if (middle === undefined) return;
      const rest = await split([bytes.subarray(middle.end)], { offset: middle.end, line: middle.number });
      expect(rest).toEqual(found.slice(middle.number));
    }),
    { numRuns: 200 },
  );
});

test("a last line without an end counts; bytes that are no UTF-8 and lines too long are named, and the next line is whole", async () => {
  expect(await split([Buffer.from("a\r\nb")])).toEqual([
    { number: 1, end: 3, text: "a" },
    { number: 2, end: 4, text: "b" },
  ]);
  const long = Array.from({ length: 65 }, () => Buffer.alloc(1024 * 1024, "x"));
  const found = await split([Buffer.from([0xff, 10]), ...long, Buffer.from("\nnext\n")]);
  expect(found).toEqual([
    { number: 1, end: 2, text: "", fault: "the line is not UTF-8" },
    { number: 2, end: 3 + 65 * 1024 * 1024, text: "", fault: "the line is longer than 64 MB" },
    { number: 3, end: 8 + 65 * 1024 * 1024, text: "next" },
  ]);
});

test("progress shows share, rate and time left; without a total only what is known", () => {
  const line = progressLine({ what: "posts", records: 12_000, done: 25, total: 100 }, 3);
  expect(line).toBe("[#####...............]  25 %  posts  12,000 records  4,000/s  0:09 left");
  expect(progressLine({ what: "posts", records: 10, done: 5, total: undefined }, 2)).toBe(
    "posts  10 records  5/s",
  );
  expect([clock(59.6), clock(754), clock(36_061)]).toEqual(["1:00", "12:34", "10:01:01"]);
});
