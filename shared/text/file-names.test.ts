import { expect, test } from "vitest";
import { fileNames, MAX_NAMES_LENGTH } from "./file-names.ts";

test("folders and names are listed once, without extensions, numbers and checksums", () => {
  expect(fileNames(["Chapter 3/harbor_077.png", "Chapter 3/harbor_077.jpg", "chapter 3/078.png"])).toBe(
    "Chapter 3. harbor_077",
  );
  expect(fileNames(["a\\表紙.png", "2024/01.png", "v1.2 notes.txt", ".hidden", "", "/"])).toBe(
    "a. 表紙. v1.2 notes. .hidden",
  );
  const hash = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";
  expect(fileNames([`${hash}.png`, "0b5e2a3c-3f49-4b42-8f7e-0d5f3a1d9c11.jpg", "decade.png"])).toBe("decade");
});

test("long lists are cut, and each series of numbers has a name in them", () => {
  const pages = Array.from({ length: 10_000 }, (_, at) => `pages/harbor ${at}.png`);
  const names = fileNames([...pages, "extras/poster.png"]);
  expect(names.length).toBeLessThanOrEqual(MAX_NAMES_LENGTH);
  expect(names.startsWith("pages. harbor 0. extras. poster. harbor 1. ")).toBe(true);
  expect(fileNames([`${"絵".repeat(5_000)}.png`])).toBe("絵".repeat(200));
});
