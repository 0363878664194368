import { expect, test } from "vitest";
import { imagesIn } from "./images.ts";

const path = (letter: string) => `/${letter.repeat(2)}/${letter.repeat(2)}/${letter.repeat(64)}.png`;

test("the viewer shows the files first, then what is only in the text", () => {
  const files = [{ file: { path: path("a"), name: "a.png" }, count: 2 }];
  const content = `<img src="${path("a")}"><img alt="x" src="/data${path("b")}"><img src="https://c.example/d.png">`;
  expect(imagesIn(files, content)).toEqual([
    { path: path("a"), name: "a.png" },
    { path: path("b"), name: "" },
  ]);
});
