import { expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { fitting, planOf, sumOf } from "./plan.ts";

const file = (seed: string, ext: string, name = `${seed}${ext}`) => ({
  name,
  path: filePath(seed.repeat(64), ext),
});
const post = (...files: { name: string; path: string }[]) => ({ file: {}, attachments: files });
const SIZES = new Map<string, number | null>([
  [file("a", ".png").path, 100],
  [file("b", ".png").path, 50],
  [file("c", ".mp4").path, null],
]);
const sizeOf = (path: string) => SIZES.get(path);

test("equal files count once, under whatever names and in whichever posts", () => {
  const plan = planOf([
    { file: file("a", ".png"), attachments: [file("a", ".png", "again.png"), file("c", ".mp4")] },
    {
      ...post(file("b", ".png")),
      content: `<img src="${file("a", ".png").path}"><img src="/data${file("d", ".gif").path}">`,
    },
  ]);
  expect(plan.map(({ kind, files }) => [kind, files.length])).toEqual([
    ["image", 3],
    ["video", 1],
  ]);
});

test("archives are known by their name", () => {
  expect(
    planOf([post(file("e", ".bin", "all.zip"), file("f", ".bin", "what"))]).map(({ kind }) => kind),
  ).toEqual(["archive", "other"]);
});

test("missing sizes are shown as unknown", () => {
  const files = [file("a", ".png"), file("b", ".png"), file("c", ".mp4"), file("d", ".gif")];
  expect(sumOf(files, sizeOf)).toEqual({ bytes: 150, unknown: 1, pending: 1 });
});

test("a cap ends before the first post that does not fit", () => {
  const posts = [
    post(file("a", ".png")),
    post(file("a", ".png"), file("c", ".mp4")),
    post(file("b", ".png")),
  ];
  const count = (cap: number) => fitting(posts, ["image"], cap, sizeOf).length;
  expect([count(99), count(100), count(149), count(150)]).toEqual([0, 2, 2, 3]);
});
