/** The first page of an album against a plain image of that size, neither of which was asked for before. */
import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { filePath } from "#shared/rules/files.ts";
import { pack } from "#tests/support/archives.ts";
import { drawPhotograph } from "./bench-thumbnails.ts";
import { compare, type Line, ms, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const ALBUMS = 8;
const PAGES = 4;
const ACCEPT = { accept: "image/webp" };

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
  const store = await storeIn(folder, sql, data);
  const plain: string[] = [];
  for (let at = 0; at < ALBUMS; at += 1)
    plain.push(`/thumbnail/data${await store(await drawPhotograph(at), ".jpg")}?w=360`);
  const lines: Line[] = [];
  for (const [name, make] of Object.entries(FORMATS)) {
    const albums: string[] = [];
    for (let at = 0; at < ALBUMS; at += 1) {
      const pages: Record<string, Buffer> = {};
      for (let page = 1; page <= PAGES; page += 1)
        pages[`${page}.jpg`] = await drawPhotograph(at + page * 100);
      const path = await store(await make(pages), ".bin");
      albums.push(`/api/v1/file/${path.slice(7, 71)}/entry/0?w=360`);
    }
    const timesOf = (addresses: readonly string[]) => async () => {
      await rm(join(data, "cache"), { recursive: true, force: true });
      const begun = performance.now();
      for (const address of addresses) {
        const answer = await fetch(origin + address, { headers: ACCEPT });
        if (answer.status !== 200) throw new Error(`${address} came with ${answer.status}`);
        await answer.arrayBuffer();
      }
      return (performance.now() - begun) / addresses.length;
    };
    const found = await rounds({ ours: timesOf(albums), plain: timesOf(plain) });
    const what = `first page of an album (${name}) against a plain image`;
    lines.push(compare(what, found.ours!, found.plain!, ms, { atMost: 3 }));
  }
  return lines;
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
