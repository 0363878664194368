/** Video tracks of files made for the test. */
import { expect, test } from "vitest";
import { ac3Sound, hevcFilm, soundOnlyFilm } from "#tests/support/films.ts";
import { hasVideoTrack } from "./media-fault.ts";

const reader = (file: Buffer) => async (from: number, to: number) =>
  new Uint8Array(file.subarray(from, to + 1));

/** The index at the end, as cameras write it. */
function withIndexLast(file: Buffer): Buffer {
  const index = file.indexOf("moov") - 4;
  const size = file.readUInt32BE(index);
  return Buffer.concat([
    file.subarray(0, index),
    file.subarray(index + size),
    file.subarray(index, index + size),
  ]);
}

test("a film has a video track, a sound in the same container has none", async () => {
  expect(await hasVideoTrack(reader(hevcFilm()))).toBe(true);
  expect(await hasVideoTrack(reader(withIndexLast(hevcFilm())))).toBe(true);
  expect(await hasVideoTrack(reader(soundOnlyFilm()))).toBe(false);
  expect(await hasVideoTrack(reader(withIndexLast(soundOnlyFilm())))).toBe(false);
  expect(await hasVideoTrack(reader(ac3Sound()))).toBe(false);
});

test("files of other kinds and damaged ones count as films", async () => {
  const matroska = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, ...new Uint8Array(100)]);
  expect(await hasVideoTrack(reader(matroska))).toBe(true);
  expect(await hasVideoTrack(reader(Buffer.alloc(0)))).toBe(true);
  expect(await hasVideoTrack(reader(hevcFilm().subarray(0, 40)))).toBe(true);
  expect(
    await hasVideoTrack(reader(Buffer.concat([soundOnlyFilm().subarray(0, 28), Buffer.alloc(64)]))),
  ).toBe(true);
});
