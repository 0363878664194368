/** A browser with a page that hands files to workers of the bench. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build, type Plugin } from "esbuild";
import { chromium, type Page } from "playwright";
import type { PoolSize } from "../../pwa/features/search/hash-search/hashing/pool-size.ts";
import { findBrowser } from "../support/browser.ts";
import type { HashBench, PoolTime } from "./hash-page.ts";
import type { HashTask, HashTime } from "./hash-worker.ts";

declare const bench: HashBench;

/** Address at which the pool of the app loads its worker. */
const POOL_WORKER = "/assets/hash-pool.js";

interface HashStage extends AsyncDisposable {
  /** Runs a task in each of so many workers at once, with the file of that number. */
  run: (task: HashTask, workers?: number) => Promise<HashTime[]>;
  /** Hashes all files with the app's pool; without a size none, for so long. */
  pool: (size: PoolSize | undefined, ms?: number) => Promise<PoolTime>;
  /** Bytes by which the page's process grew at most while something was done. */
  growth: (work: () => Promise<unknown>) => Promise<number>;
}

/** @param files those that workers get */
export async function openHashStage(files: string[]): Promise<HashStage> {
  const { file } = await findBrowser(console.log);
  const server = await serve();
  const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.setInputFiles("input", files);
  const session = await browser.newBrowserCDPSession();
  return {
    run: (task, workers = 1) => runIn(page, task, workers),
    pool: (size, ms) => page.evaluate(([given, time]) => bench.hashAll(given, time), [size, ms] as const),
    async growth(work) {
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const ids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
      const before = await resident(ids);
      let most = before;
      const timer = setInterval(async () => {
        most = Math.max(most, await resident(ids));
      }, 100);
      await work().finally(() => clearInterval(timer));
      return most - before;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.close();
    },
  };
}

/** No function in it has a name: tsx would wrap that in a helper that the page has not. */
function runIn(page: Page, task: HashTask, workers: number): Promise<HashTime[]> {
  return page.evaluate(
    ([given, count]) =>
      Promise.all(
        Array.from(
          { length: count },
          (_, at) =>
            new Promise<HashTime>((resolve) => {
              const file = document.querySelector("input")?.files?.[at];
              const worker = new Worker("/worker.js");
              worker.onmessage = ({ data }) => {
                worker.terminate();
                resolve(data);
              };
              worker.postMessage(
                given.bytes !== undefined || file === undefined ? given : { ...given, file },
              );
            }),
        ),
      ),
    [task, workers] as const,
  );
}

/** Resident bytes of processes; 0 where there is no /proc. */
async function resident(ids: readonly number[]): Promise<number> {
  let sum = 0;
  for (const id of ids) {
    const text = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
    sum += Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024;
  }
  return sum;
}

/** Stands in for Vite's address of a worker. */
const workerAddress: Plugin = {
  name: "worker-address",
  setup(building) {
    building.onResolve({ filter: /\?worker&url$/ }, ({ path }) => ({ path, namespace: "worker-address" }));
    building.onLoad({ filter: /.*/, namespace: "worker-address" }, () => ({
      contents: `export default ${JSON.stringify(POOL_WORKER)}`,
    }));
  },
};

async function bundle(path: string): Promise<string> {
  const built = await build({
    entryPoints: [new URL(path, import.meta.url).pathname],
    bundle: true,
    format: "iife",
    write: false,
    target: "es2023",
    plugins: [workerAddress],
    define: { "import.meta.env.DEV": "false" },
  });
  return built.outputFiles[0]!.text;
}

async function serve() {
  const scripts: Record<string, string> = {
    "/worker.js": await bundle("./hash-worker.ts"),
    "/page.js": await bundle("./hash-page.ts"),
    [POOL_WORKER]: await bundle("../../pwa/features/search/hash-search/hashing/hash.worker.ts"),
  };
  const page =
    "<!doctype html><title>bench</title><body><input type=file multiple><script src=/page.js></script>";
  const server = createServer((request, response) => {
    const script = scripts[request.url ?? ""];
    response
      .writeHead(200, { "content-type": script === undefined ? "text/html" : "text/javascript" })
      .end(script ?? page);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
