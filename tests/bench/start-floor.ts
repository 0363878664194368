/** Builds and serves a page that the app is measured beside. Pictures come from the archive. */
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";

interface Floor extends AsyncDisposable {
  origin: string;
}

const SOURCE = fileURLToPath(new URL("./start-floor", import.meta.url));
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
};

/**
 * @param archive where its pictures are
 * @param source folder of the page
 * @param fill changes its markup
 */
export async function openFloor(
  archive: string,
  source = SOURCE,
  fill = (html: string) => html,
): Promise<Floor> {
  const folder = await mkdtemp(join(tmpdir(), "roost-floor-"));
  await build({
    root: source,
    configFile: false,
    logLevel: "warn",
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const assets = (await readdir(join(folder, "assets"))).map((name) => `/assets/${name}`);
  const index = join(folder, "index.html");
  await writeFile(index, fill(await readFile(index, "utf8")));
  await writeFile(join(folder, "files.json"), JSON.stringify(["/", ...assets]));
  const own = new Set(["/worker.js", "/files.json", ...assets]);
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/thumbnail/")) {
      const picture = await fetch(archive + path);
      response.writeHead(picture.status, { "content-type": picture.headers.get("content-type") ?? "" });
      response.end(Buffer.from(await picture.arrayBuffer()));
      return;
    }
    const file = own.has(path) ? path : "/index.html";
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "" });
    response.end(await readFile(join(folder, file)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
