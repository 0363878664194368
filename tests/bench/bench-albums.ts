/** The first page of an album, until a phone has decoded it, against a plain image of that size; neither was asked for before. */
import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright";
import type { Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { filePath } from "#shared/rules/files.ts";
import { pack } from "#tests/support/archives.ts";
import { findBrowser } from "../support/browser.ts";
import { drawPhotograph } from "./bench-thumbnails.ts";
import { compare, type Line, median, ms, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const ALBUMS = 8;
const PAGES = 4;
const CPU_SLOWDOWN = 4;
/** Between two files: nobody opens albums as fast as they come. */
const PAUSE_MS = 1_000;

const FORMATS: Record<string, (pages: Record<string, Buffer>) => Buffer | Promise<Buffer>> = {
  ZIP: (pages) => zip(Object.entries(pages).map(([name, data]) => ({ name, data }))),
  "7z": (pages) => pack("7z", pages, "-mx=1"),
};

export async function benchAlbums(
  { folder }: Pick<Setting, "folder">,
  sql: Sql,
  data: string,
  origin: string,
): Promise<Line[]> {
  const { file } = await findBrowser(console.log);
  await using browser = await chromium.launch({
    executablePath: file,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await slowPage(browser, origin);
  const store = await storeIn(folder, sql, data);
  const plain: string[] = [];
  for (let at = 0; at < ALBUMS; at += 1) plain.push(`/data${await store(await drawPhotograph(at), ".jpg")}`);
  const lines: Line[] = [];
  for (const [name, make] of Object.entries(FORMATS)) {
    const albums: string[] = [];
    for (let at = 0; at < ALBUMS; at += 1) {
      const pages: Record<string, Buffer> = {};
      for (let page = 1; page <= PAGES; page += 1)
        pages[`${page}.jpg`] = await drawPhotograph(at + page * 100);
      const path = await store(await make(pages), ".bin");
      albums.push(`/api/v1/file/${path.slice(7, 71)}/entry/0`);
    }
    const timesOf = (addresses: readonly string[]) => async () => {
      await rm(join(data, "cache"), { recursive: true, force: true });
      const times: number[] = [];
      for (const address of addresses) {
        await sleep(PAUSE_MS);
        times.push(await decodedAfter(page, address));
      }
      return median(times);
    };
    const found = await rounds({ ours: timesOf(albums), plain: timesOf(plain) });
    const what = `first page of an album (${name}) against a plain image`;
    lines.push(compare(what, found.ours!, found.plain!, ms, { atMost: 3 }));
  }
  return lines;
}

async function slowPage(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${origin}/livez`); // of the site, without the app
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  return page;
}

let asked = 0;

/** @returns milliseconds from the request until the image can be painted */
async function decodedAfter(page: Page, address: string): Promise<number> {
  asked += 1; // another name each time, as a page keeps the images that it has decoded
  return await page.evaluate(async (src) => {
    const begun = performance.now();
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return performance.now() - begun;
  }, `${address}?f=${asked}.jpg`);
}

async function storeIn(folder: string, sql: Sql, data: string) {
  const storage = new DiskStorage(data);
  const source = join(folder, "album");
  return async (bytes: Buffer, ext: string): Promise<string> => {
    await writeFile(source, bytes);
    const hash = createHash("sha256").update(bytes).digest("hex");
    await storage.put(source, { hash, ext, size: bytes.length });
    await sql`
      insert into files (hash, ext, mime, size, mtime, ctime, added)
      values (${hash}, ${ext}, 'application/octet-stream', ${bytes.length}, now(), now(), now()) on conflict do nothing`;
    return filePath(hash, ext);
  };
}
