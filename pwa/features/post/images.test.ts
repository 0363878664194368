import { expect, test } from "vitest";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { imagesIn, picturesOf } from "./images.ts";

const path = (letter: string) => `/${letter.repeat(2)}/${letter.repeat(2)}/${letter.repeat(64)}.png`;

test("the viewer shows the files first, then what is only in the text", () => {
  const files = [{ file: { path: path("a"), name: "a.png" }, count: 2 }];
  const content = `<img src="${path("a")}"><img alt="x" src="/data${path("b")}"><img src="https://c.example/d.png">`;
  expect(imagesIn(files, content)).toEqual([
    { path: path("a"), name: "a.png" },
    { path: path("b"), name: "" },
  ]);
});

test("copies of copies are listed with the largest, which stands in its own place; a missing one is none", () => {
  const thumbnail = (letter: string, width: number, larger?: string) => ({
    ...{ type: "thumbnail" as const, server: "", name: letter, path: path(letter), width, height: width },
    ...(larger !== undefined && { copy_of: path(larger) }),
  });
  const previews = [
    thumbnail("a", 100, "b"),
    thumbnail("b", 200, "d"),
    thumbnail("c", 300, "f"),
    thumbnail("d", 400),
    thumbnail("e", 300, "d"),
  ];
  const pictures = picturesOf({ previews, attachments: [] } as unknown as PostEnvelope);
  const names = pictures.map(({ file, smaller }) => [file.name, smaller.map(({ name }) => name)]);
  expect(names).toEqual([
    ["c", []],
    ["d", ["e", "b", "a"]],
  ]);
});
