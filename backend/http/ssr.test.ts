/** When a drawing is used again, and when a page goes out without. The threads here count what they were asked. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Koa from "koa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Changes } from "../db/changes.ts";
import { Drawings } from "./ssr.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drawn-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let version: number | undefined = 1;
const changes: Changes = { version: () => version, close: async () => {} };

/** A server that answers with what is drawn, by a thread that waits so many milliseconds for each. */
async function serve(
  name: string,
  ms: number,
): Promise<{ get(path: string, headers?: object): Promise<string> }> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(
    file,
    `import { parentPort } from "node:worker_threads";
     const asked = {};
     parentPort.on("message", ({ id, path, isNarrow }) => setTimeout(() => parentPort.postMessage({ id,
       drawn: { screen: "posts", html: path + (isNarrow ? " narrow " : " wide ") + (asked[path + isNarrow] = 1 + (asked[path + isNarrow] ?? 0)) } }), ${ms}));`,
  );
  const drawings = new Drawings(file, changes);
  const app = new Koa().use(async (ctx) => {
    const drawn = Drawings.fits(ctx) ? await drawings.draw(ctx, {}) : undefined;
    ctx.body = drawn?.html ?? "none";
  });
  const server = createServer(app.callback()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.unref();
  const get = async (path: string, headers = {}) =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-language": "en", ...headers } })
    ).text();
  if (ms < 100) await expect.poll(() => get("/"), { timeout: 10_000 }).not.toBe("none"); // the thread has begun
  return { get };
}

describe("drawings", () => {
  test("many askers at once cost one, and so do those after them until something changes", async () => {
    const { get } = await serve("kept", 20);
    expect(await Promise.all([get("/posts"), get("/posts"), get("/posts")])).toEqual(
      Array(3).fill("/posts wide 1"),
    );
    expect(await get("/posts")).toBe("/posts wide 1");
    expect(await get("/posts", { "sec-ch-ua-mobile": "?1" })).toBe("/posts narrow 1");
    expect(await get("/artists")).toBe("/artists wide 1");
    version = 2; // such as a takedown
    expect(await get("/posts")).toBe("/posts wide 2");
  });

  test("nothing is used again while changes cannot be heard of", async () => {
    const { get } = await serve("deaf", 0);
    version = undefined;
    expect(await get("/posts")).toBe("/posts wide 1");
    expect(await get("/posts")).toBe("/posts wide 2");
    version = 3;
  });

  test("a page does not wait for long; what came too late serves the next", async () => {
    const { get } = await serve("slow", 2_000);
    expect(await get("/posts")).toBe("none");
    await expect.poll(() => get("/posts"), { timeout: 15_000 }).toBe("/posts wide 1");
  });

  test("a crowd at many addresses is not drawn for as a whole", async () => {
    const { get } = await serve("crowd", 50);
    const all = await Promise.all(Array.from({ length: 12 }, (_, at) => get(`/fanbox/user/${at}`)));
    expect(all.filter((one) => one === "none").length).toBeGreaterThanOrEqual(6);
    expect(all.filter((one) => one !== "none").length).toBeGreaterThan(0);
  });

  const OTHERS = [
    ["another language", "/posts", { "accept-language": "ja" }],
    ["saved data", "/posts", { "save-data": "on" }],
    ["choices of their own", "/posts", { cookie: "a=1; drawn=no" }],
    ["a search", "/posts?q=a", {}],
    ["another screen", "/settings", {}],
  ] as const;
  test.each(OTHERS)("nothing is drawn for %s", async (name, path, headers) => {
    const { get } = await serve(name.replaceAll(" ", ""), 0);
    expect(await get(path, headers)).toBe("none");
  });
});
