import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Downloads } from "./folder.ts";
import { type Entry, ReadError } from "./format.ts";

let outer: string;
let root: string;
beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), "roost-folder-"));
  root = join(outer, "downloads");
  await mkdir(join(root, "a/b"), { recursive: true });
  await writeFile(join(outer, "secret.txt"), "secret");
});
afterEach(() => rm(outer, { recursive: true, force: true }));

async function walked(): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of (await Downloads.open(root)).folder.walk()) paths.push(path);
  return paths;
}
const entry = (path: string): Entry => ({ path, name: path.split("/").at(-1) ?? "", isFolder: false });

describe("a folder of downloads", () => {
  test("is a folder, and no file", async () => {
    const file = join(outer, "secret.txt");
    await expect(Downloads.open(file)).rejects.toThrow(`${file} is not a folder that is there`);
  });

  test("is walked folder by folder, in the order of names", async () => {
    for (const name of ["a/2.txt", "a/b/3.txt", "1.txt", "a/10.txt"]) await writeFile(join(root, name), "x");
    expect(await walked()).toEqual(["1.txt", "a/10.txt", "a/2.txt", "a/b/3.txt"]);
  });

  test("leaves out what is not a whole file", async () => {
    await writeFile(join(root, "whole.png"), "x");
    for (const name of ["x.png.part", "y.TMP", "z.dwnldtmp", ".DS_Store", "._whole.png"])
      await writeFile(join(root, name), "x");
    await writeFile(join(root, "empty.png"), "");
    await mkdir(join(root, "segments_12"));
    await writeFile(join(root, "segments_12/1.ts"), "x");
    execFileSync("mkfifo", [join(root, "pipe.png")]);
    const server = createServer().listen(join(root, "socket.png"));
    try {
      expect(await walked()).toEqual(["whole.png"]);
    } finally {
      server.close();
    }
  });

  test("no link is followed, neither to a file, to a folder, nor back into itself", async () => {
    await writeFile(join(root, "a/inside.txt"), "x");
    await symlink(join(outer, "secret.txt"), join(root, "link.txt"));
    await symlink(outer, join(root, "out"));
    await symlink(root, join(root, "a/again"));
    await symlink("inside.txt", join(root, "a/link.txt"));
    expect(await walked()).toEqual(["a/inside.txt"]);
    const { folder } = await Downloads.open(root);
    expect(await folder.find("out/secret.txt")).toBeUndefined();
    expect(await folder.folder("out")).toBeUndefined();
    await expect(folder.text(entry("link.txt"))).rejects.toThrow(ReadError);
    await expect(folder.text(entry("out/secret.txt"))).rejects.toThrow(ReadError);
  });

  test("no path leads out of it", async () => {
    const { folder } = await Downloads.open(root);
    for (const path of ["../secret.txt", "a/../../secret.txt", join(outer, "secret.txt"), ".", "", "a//b"]) {
      expect(await folder.find(path), path).toBeUndefined();
    }
    await expect(folder.text(entry("../secret.txt"))).rejects.toThrow(ReadError);
    await expect(folder.text(entry("a/../../secret.txt"))).rejects.toThrow(ReadError);
    await expect(folder.stat(entry("a"))).rejects.toThrow(ReadError);
  });

  test("a folder that becomes a link after it was listed is not entered", async () => {
    await writeFile(join(root, "a/b/secret.txt"), "mine");
    const { folder } = await Downloads.open(root);
    const listed = await folder.find("a/b/secret.txt");
    await rename(join(root, "a/b"), join(root, "a/c"));
    await symlink(outer, join(root, "a/b"));
    if (listed === undefined) throw new Error("the file was not listed");
    await expect(folder.text(listed)).rejects.toThrow("outside");
  });

  test("names of 255 bytes and names that are not UTF-8 are read", async () => {
    const name = `${"\u8c9d".repeat(83)}xy.txt`;
    expect(Buffer.byteLength(name)).toBe(255);
    await writeFile(join(root, name), "long");
    const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xe9])]);
    await mkdir(odd);
    await writeFile(Buffer.concat([odd, Buffer.from("/"), Buffer.from([0xff, 0xfe, 0x2e, 0x61])]), "odd");
    const { folder } = await Downloads.open(root);
    const texts: string[] = [];
    for await (const file of folder.walk()) texts.push(await folder.text(file));
    expect(texts.sort()).toEqual(["long", "odd"]);
  });

  test("names in the encoding of another system are read as people wrote them, two of the same text as two", async () => {
    const place = (name: string) => Buffer.concat([Buffer.from(`${root}/old/`), Buffer.from(name, "hex")]);
    await mkdir(join(root, "old"));
    await writeFile(place("835c955c8e862e706e67"), "one"); // Shift-JIS
    await writeFile(place("91e6825198622e706e67"), "two");
    await writeFile(join(root, "old/ソ表紙.png"), "three"); // UTF-8
    const { folder } = await Downloads.open(root);
    const texts = new Map<string, string>();
    for await (const file of folder.walk())
      if (file.path.startsWith("old/")) texts.set(file.name, await folder.text(file));
    expect([...texts.values()].sort()).toEqual(["one", "three", "two"]);
    expect([...texts.keys()]).toEqual(expect.arrayContaining(["ソ表紙.png", "第２話.png"]));
    expect([...texts.keys()].find((name) => name.includes("%"))).toBe("%83%5C%95%5C%8E%86.png");
  });

  test("text is UTF-8 or UTF-16, with or without its mark, and not too long", async () => {
    await writeFile(join(root, "a/8.txt"), "\ufeffgr\u00fcn");
    await writeFile(join(root, "a/16.txt"), Buffer.from("\ufeffgr\u00fcn", "utf16le"));
    await writeFile(join(root, "a/be.txt"), Buffer.from("\ufeffgr\u00fcn", "utf16le").swap16());
    const { folder } = await Downloads.open(root);
    for (const name of ["a/8.txt", "a/16.txt", "a/be.txt"])
      expect(await folder.text(entry(name))).toBe("gr\u00fcn");
    await expect(folder.text(entry("a/8.txt"), 5)).rejects.toThrow("larger");
    await expect(folder.json(entry("a/8.txt"))).rejects.toThrow("not JSON");
  });

  test("several folders are those of one, by their names", async () => {
    await mkdir(join(outer, "more/downloads"), { recursive: true });
    await writeFile(join(root, "1.txt"), "one");
    await writeFile(join(outer, "more/downloads/2.txt"), "two");
    const { folder } = await Downloads.open(root, join(outer, "more/downloads"));
    const texts: string[] = [];
    for await (const file of folder.walk()) texts.push(`${file.path} ${await folder.text(file)}`);
    expect(texts).toEqual(["downloads/1.txt one", "downloads+/2.txt two"]);
    expect(await folder.find("secret.txt")).toBeUndefined();
    await expect(folder.text(entry("secret.txt"))).rejects.toThrow(ReadError);
  });

  test("a folder that is not there is refused", async () => {
    await expect(Downloads.open(join(outer, "nothing"))).rejects.toThrow(ReadError);
    await expect(Downloads.open(join(outer, "secret.txt"))).rejects.toThrow(ReadError);
  });
});
