/** A browser with a page that hands files to workers of the bench. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { chromium, type Page } from "playwright";
import { findBrowser } from "../support/browser.ts";
import type { HashTask, HashTime } from "./hash-worker.ts";

interface HashStage extends AsyncDisposable {
  /** Runs a task in each of so many workers at once, with the file of that number. */
  run: (task: HashTask, workers?: number) => Promise<HashTime[]>;
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

async function serve() {
  const built = await build({
    entryPoints: [new URL("./hash-worker.ts", import.meta.url).pathname],
    bundle: true,
    format: "iife",
    write: false,
    target: "es2023",
  });
  const script = built.outputFiles[0]!.text;
  const server = createServer((request, response) => {
    const isScript = request.url === "/worker.js";
    response
      .writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" })
      .end(isScript ? script : "<!doctype html><title>bench</title><input type=file multiple>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
