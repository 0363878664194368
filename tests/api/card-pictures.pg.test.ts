/** Thumbnails of cards of new posts are made in the background, before someone asks for them. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardPictureTask } from "#backend/files/card-pictures.ts";
import { Pictures } from "#backend/files/pictures.ts";
import { filePath } from "#shared/rules/files.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Stores an image that came so many seconds ago. @returns its reference */
async function storeImage(name: string, background: string, age: number) {
  const bytes = await sharp({ create: { width: 700, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  const hash = await storeFile(server, bytes, ".png");
  await server.sql`
    update files set added = now() - make_interval(secs => ${age}), id = default where hash = ${hash}`;
  return { name, path: filePath(hash, ".png") };
}

test("cards of posts that came lately have thumbnails for phones; other images have none yet", async () => {
  const card = await storeImage("card.png", "#336699", 120);
  const second = await storeImage("second.png", "#993366", 120);
  const old = await storeImage("old.png", "#669933", 3 * 86_400);
  const broken = {
    name: "broken.png",
    path: filePath(await storeFile(server, Buffer.from("no image"), ".png"), ".png"),
  };
  await server.sql`update files set added = now() - interval '2 minutes', id = default where size = 8`;
  const coming = await storeImage("coming.png", "#996633", 0);
  await buildPost(server.sql, { id: "0", file: broken });
  await buildPost(server.sql, { id: "1", file: card, attachments: [second] });
  await buildPost(server.sql, { id: "2", file: old });
  await buildPost(server.sql, { id: "3", file: coming });

  const pictures = new Pictures({ ...server, isBackground: true });
  const { run } = cardPictureTask({ ...server, pictures, log: pino({ level: "silent" }) });
  /** Files of the last minute may have been put in place before their post. */
  const comesNow = () => server.sql`update files set added = now() where hash = ${coming.path.slice(7, 71)}`;
  do await comesNow();
  while ((await run()) === true);
  const madeOf = async ({ path }: { path: string }) => {
    const [, hash = ""] = /([0-9a-f]{64})/.exec(path) ?? [];
    const folders = [180, 220, 360, 540, 800, 1200].map(async (width) => {
      const file = join(
        server.data,
        `cache/thumbnails/w${width}`,
        hash.slice(0, 2),
        hash.slice(2, 4),
        `${hash}.avif`,
      );
      return (await stat(file).catch(() => undefined)) === undefined ? [] : [width];
    });
    return (await Promise.all(folders)).flat();
  };
  expect(await madeOf(card)).toEqual([360, 540]);
  expect(await Promise.all([second, old, coming, broken].map(madeOf))).toEqual([[], [], [], []]);

  await comesNow();
  expect(await run(), "nothing is made twice").toBe(false);
  await server.sql`update files set added = now() - interval '2 minutes' where hash = ${coming.path.slice(7, 71)}`;
  await run();
  expect(await madeOf(coming)).toEqual([360, 540]);
});
