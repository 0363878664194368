import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installBuild } from "./install-build.ts";

const DAY = 24 * 60 * 60_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-place-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function deploy(files: Record<string, string>, now: number): Promise<void> {
  const folders = {
    next: join(folder, "next"),
    pwa: join(folder, "pwa"),
    earlier: join(folder, "earlier"),
  };
  await mkdir(join(folders.next, "assets"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folders.next, name), text);
  await installBuild(folders, now);
}

const earlier = async () => (await readdir(join(folder, "earlier"))).sort();

test("parts of earlier builds stay for 14 days after they were replaced", async () => {
  await deploy({ "index.html": "A", "assets/a.js": "a", "assets/same.js": "s" }, 0);
  expect(await earlier()).toEqual([]);
  // Replaced only now: its retention begins now.
  await deploy({ "index.html": "B", "assets/b.js": "b", "assets/same.js": "s" }, 100 * DAY);
  expect(await readFile(join(folder, "pwa/index.html"), "utf8")).toBe("B");
  expect((await readdir(join(folder, "pwa/assets"))).sort()).toEqual(["b.js", "same.js"]);
  expect(await earlier()).toEqual(["a.js"]);
  await deploy({ "index.html": "C", "assets/c.js": "c" }, 113 * DAY);
  expect(await earlier()).toEqual(["a.js", "b.js", "same.js"]);
  // A file that returns is current again.
  await deploy({ "index.html": "D", "assets/same.js": "s" }, 115 * DAY);
  expect(await earlier()).toEqual(["b.js", "c.js"]);
  expect((await readdir(folder)).sort()).toEqual(["earlier", "pwa"]);
});
