/** A browser with the bench's page in it, and what its workers hold. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright";
import { findBrowser } from "../support/browser.ts";

interface Stage extends AsyncDisposable {
  /** A page with the bench in it. */
  open(): Promise<Page>;
  /** Bytes that a worker holds after it has done something. */
  memory(work: (worker: ReturnType<Page["workers"]>[number]) => Promise<unknown>): Promise<number>;
}

/** @param entry a module beside this one, which puts `bench` into the page */
export async function openStage(entry = "./device-page.ts"): Promise<Stage> {
  const { file } = await findBrowser(console.log);
  const browser: Browser = await chromium.launch({
    executablePath: file,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const server = await serve(entry);
  const context = await browser.newContext();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(address + path);
    return page;
  };
  return {
    async open() {
      const page = await open("");
      await page.waitForFunction(() => "bench" in globalThis);
      return page;
    },
    async memory(work) {
      const page = await open("worker");
      const worker = page.workers()[0] ?? (await page.waitForEvent("worker"));
      await worker.evaluate(async () => {
        while (!("bench" in globalThis)) await new Promise((done) => setTimeout(done, 50));
      });
      await work(worker);
      const bytes = await workerBytes(page);
      await page.close();
      return bytes;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.close();
    },
  };
}

/** Asks the page's worker by its own session, which Playwright does not hand out. */
async function workerSession(page: Page) {
  const session = await page.context().newCDPSession(page);
  const attached = new Promise<string>((done) => {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      if (targetInfo.type === "worker") done(sessionId);
    });
  });
  await session.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const sessionId = await attached;
  let id = 0;
  return (method: string) =>
    new Promise<Record<string, number>>((done) => {
      const asked = ++id;
      session.on("Target.receivedMessageFromTarget", ({ message }) => {
        const answer = JSON.parse(message) as { id?: number; result: Record<string, number> };
        if (answer.id === asked) done(answer.result);
      });
      const message = JSON.stringify({ id: asked, method });
      void session.send("Target.sendMessageToTarget", { sessionId, message });
    });
}

/** Memory of a worker after garbage collection: its heap, and the bytes outside of it, such as the segments. */
async function workerBytes(page: Page): Promise<number> {
  const send = await workerSession(page);
  await send("HeapProfiler.enable");
  await send("HeapProfiler.collectGarbage");
  const {
    totalSize = Number.NaN,
    embedderHeapUsedSize = 0,
    backingStorageSize,
  } = await send("Runtime.getHeapUsage");
  if (backingStorageSize === undefined)
    throw new Error("This browser does not say what lies outside of the heap.");
  return totalSize + embedderHeapUsedSize + backingStorageSize;
}

async function serve(entry: string) {
  const built = await build({
    entryPoints: [new URL(entry, import.meta.url).pathname],
    bundle: true,
    format: "iife",
    write: false,
    target: "es2023",
  });
  const script = built.outputFiles[0]!.text;
  const pages: Record<string, [type: string, body: string]> = {
    "/": ["text/html", '<!doctype html><meta charset="utf-8"><script src="/bench.js"></script>'],
    "/worker": ["text/html", "<!doctype html><script>new Worker('/bench.js')</script>"],
    "/bench.js": ["text/javascript; charset=utf-8", script],
  };
  const server = createServer((request, response) => {
    const [type, body] = pages[request.url ?? ""] ?? ["text/plain", ""];
    response
      .writeHead(body === "" ? 404 : 200, {
        "content-type": type,
      })
      .end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
