import { expect, test } from "vitest";
import { safeName, zipNames } from "./names.ts";

const HASH = "ab".repeat(32);
const file = (name: string, ext = ".png") => ({ name, path: `/ab/ab/${HASH}${ext}`, hash: HASH });

test("names of any script stay as they are", () => {
  for (const name of ["夏の絵 01.png", "рисунок.jpg", "صورة.webp", "그림.7z", "ünïcode é.mp4", "🎨 art.gif"])
    expect(safeName(name)).toBe(name.normalize("NFC"));
});

test("nothing leads out of the folder, and no system refuses a name", () => {
  expect(safeName("../../etc/passwd")).not.toMatch(/[/\\]|^\./);
  expect(safeName("..\\..\\x.exe")).not.toMatch(/[/\\]|^\./);
  expect(safeName("..")).toBe("file");
  expect(safeName("/")).toBe("file");
  expect(safeName("")).toBe("file");
  expect(safeName('a:b*c?d"e<f>g|h.png')).toBe("a_b_c_d_e_f_g_h.png");
  expect(safeName("line\nbreak\u0000.png")).toBe("line_break_.png");
  expect(safeName("ends in dots. . ")).toBe("ends in dots");
  for (const name of ["con", "NUL.txt", "com1.png", "LPT¹", "aux.tar.gz", "CONIN$"])
    expect(safeName(name)).toBe(`_${name}`);
  expect(safeName("console.png")).toBe("console.png");
});

test("a mark that turns the reading direction cannot hide an extension", () => {
  expect(safeName("photo\u202egnp.exe")).toBe("photo_gnp.exe");
});

test("half a character is no character", () => {
  expect(safeName("a\ud83d.png")).toBe("a_.png");
});

test("a long name is cut between characters and keeps its extension", () => {
  for (const letter of ["あ", "👩‍👩‍👧‍👦", "x"]) {
    const name = safeName(`${letter.repeat(300)}.webp`);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(180);
    expect(name.endsWith(`${letter}.webp`)).toBe(true);
  }
});

test("equal names are numbered, also where only some systems take them for equal", () => {
  expect(zipNames([file("a.png"), file("A.PNG"), file("a.png"), file("ａ.png")])).toEqual([
    "a.png",
    "A (2).png",
    "a (3).png",
    "ａ (4).png",
  ]);
  expect(zipNames([file("metadata.json", ".json")], ["metadata.json"])).toEqual(["metadata (2).json"]);
  expect(zipNames([file("a (2).png"), file("a.png"), file("a.png")])).toEqual([
    "a (2).png",
    "a.png",
    "a (3).png",
  ]);
});

test("a file without a name is called by its hash, one without an extension gets its own", () => {
  expect(zipNames([file(""), file("picture"), file("books", ".bin")])).toEqual([
    `${HASH.slice(0, 16)}.png`,
    "picture.png",
    "books",
  ]);
});
