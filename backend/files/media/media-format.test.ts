import { expect, test } from "vitest";
import { FILE_TYPES } from "#shared/rules/file-types.ts";
import { FORMATS } from "./media-format.ts";

test("each type of videos and audio files has a format of ffmpeg, and no other type has one", () => {
  const types = FILE_TYPES.filter(({ kind }) => kind === "video" || kind === "audio").map(
    ({ types: [type] }) => type,
  );
  expect(Object.keys(FORMATS).sort()).toEqual([...new Set(types)].sort());
});
