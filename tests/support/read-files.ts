/** A server with a post whose attachments are given files, for the readers of documents and books. */
import { symlink } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright/test";
import { extensionOf, filePath } from "#shared/rules/files.ts";
import { storeFile } from "./archives.ts";
import { buildCreator, buildPost } from "./factories.ts";
import { startServer, type TestServer } from "./server.ts";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
export const READ_POST = "/patreon/user/7/post/1";
export const READ_KEY = "patreon/7/1";

export async function startWithFiles(files: Record<string, Buffer>): Promise<TestServer> {
  const server = await startServer({}, { deadline: 60_000 }); // a busy machine starts processes slowly
  for (const folder of ["pwa", "ssr"]) await symlink(join(DIST, folder), join(server.data, folder));
  const attachments: { name: string; path: string }[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    const hash = await storeFile(server, bytes, extname(name));
    attachments.push({ name, path: filePath(hash, extensionOf(name)) });
  }
  await buildCreator(server.sql, { id: "7", name: "Quiet Lantern" });
  await buildPost(server.sql, { user: "7", id: "1", title: "Harbor", attachments });
  return server;
}

/** Shows hidden media, as a visitor who has chosen that. */
export const showMedia = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem("media", JSON.stringify({ all: true, asked: true })));
