/** First screens rendered on the server, so that a visitor sees them before the app's code has loaded (decision 0027). */
import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { Context } from "koa";
import { LRUCache } from "lru-cache";
import { bestLocale, LOCALES } from "#shared/rules/locales.ts";
import {
  type Environment,
  LOCALE_COOKIE,
  type RenderedPage,
  type RendererReady,
  type RendererSetup,
  type RenderReply,
  type RenderRequest,
  WIDTH_COOKIE,
  WINDOW_WIDTHS,
} from "#shared/rules/ssr.ts";
import { cachedBytes } from "../cached-bytes.ts";
import type { Changes } from "../db/changes.ts";
import { matchesRoute } from "./page-status.ts";

/** A request that waits longer gets the page without its screen. */
const MAX_WAIT_MS = 400;
/** Renders under way; more requests get their pages without a screen. */
const MAX_PENDING = 6;
/** A thread that does not reply by then is replaced. */
const TIMEOUT_MS = 10_000;
/** Of the thread; one that needs more ends, and another takes its place. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
/** Between two starts of a thread that fails. */
const RESTART_MS = 10_000;
const FRESH_MS = 30_000;
/** Of all cached pages, with the strings, the bytes and their compressed forms that belong to each. */
const CACHE_BYTES = 64 * 1024 * 1024;
const FORMS = 4;
/** What an entry without a page weighs. */
const ENTRY_BYTES = 512;
/** Characters of a cookie that is taken for a choice. */
const MAX_CHOICE = 512;
/** Asks for pages without a screen. */
const OFF = "ssr";

/** Headers that a rendered page depends on. */
export const SSR_VARY = "cookie, accept-language, save-data, sec-ch-ua-mobile, user-agent";

interface CacheEntry {
  /** Missing where the screen is not rendered on the server. */
  page: RenderedPage | undefined;
  /** Number of the latest change before the render. */
  version: number;
}

interface Thread extends RendererReady {
  worker: Worker;
}

/** Renders pages in a thread of its own, one worker at a time. */
export class Renderer {
  readonly #file: string;
  readonly #setup: RendererSetup;
  readonly #changes: Changes;
  #thread: Thread | undefined;
  /** When the thread was built and when it was started, in milliseconds since 1970. */
  #built: number | undefined;
  #startedAt = 0;
  #lastId = 0;
  readonly #replies = new Map<number, (page: RenderedPage | undefined) => void>();
  /** Renders under way by key: the same request from many is one. */
  readonly #pending = new Map<string, Promise<RenderedPage | undefined>>();
  readonly #cache = new LRUCache<string, CacheEntry>({
    maxSize: CACHE_BYTES,
    ttl: FRESH_MS,
    sizeCalculation: ({ page }, key) => ENTRY_BYTES + 2 * key.length + FORMS * sizeOf(page),
  });

  /**
   * @param file the built thread; where there is none, nothing is rendered
   * @param changes a page is used again only while none of its topics has changed, so a takedown ends it
   */
  constructor(file: string, setup: RendererSetup, changes: Changes) {
    this.#file = file;
    this.#setup = setup;
    this.#changes = changes;
    cachedBytes.set("rendered pages", () => this.#cache.calculatedSize);
    void this.#ready(); // so that the first visitor does not wait for its code
  }

  /** @returns the same object while it is the same page; undefined where there is none, or where it takes too long */
  async render(ctx: Context): Promise<RenderedPage | undefined> {
    if (ctx.querystring !== "" || ctx.cookies.get(OFF) === "0") return undefined;
    const thread = await this.#ready();
    if (thread === undefined || thread.skips.some((name) => ctx.cookies.get(name) !== undefined))
      return undefined;
    const visitor = visitorOf(ctx, thread.choices);
    const key = JSON.stringify([ctx.path, visitor]);
    const version = this.#changes.version(); // before the queries
    const cached = this.#cache.get(key);
    if (cached !== undefined && this.#isCurrent(cached)) return cached.page;
    const pending = this.#pending.get(key) ?? this.#begin(thread, key, ctx, visitor, version);
    const late = new Promise<undefined>((done) => {
      setTimeout(() => done(undefined), MAX_WAIT_MS).unref();
    });
    return Promise.race([pending, late]);
  }

  /** True unless the app is known to have no screen at the path. */
  hasScreen(path: string): boolean {
    const routes = this.#thread?.routes ?? [];
    return routes.length === 0 || matchesRoute(path, routes);
  }

  /** Changes are numbered in their order, so a topic's latest shows whether it came after the render. */
  #isCurrent({ page, version }: CacheEntry): boolean {
    const latest = this.#changes.version(...(page?.topics ?? []));
    return latest !== undefined && latest <= version;
  }

  #begin(
    { worker }: Thread,
    key: string,
    ctx: Context,
    visitor: Visitor,
    version: number | undefined,
  ): Promise<RenderedPage | undefined> | undefined {
    if (this.#replies.size >= MAX_PENDING) return undefined;
    const id = ++this.#lastId;
    const reply = new Promise<RenderedPage | undefined>((done) => this.#replies.set(id, done));
    const timeout = setTimeout(() => this.#replace(worker), TIMEOUT_MS).unref();
    const environment: Environment = { ...visitor, now: Date.now(), random: Math.random() };
    worker.postMessage({ id, path: ctx.path, origin: originOf(ctx), environment } satisfies RenderRequest);
    // A page that comes too late for this request is cached for the next.
    const result = reply.then((page) => {
      clearTimeout(timeout);
      this.#replies.delete(id);
      this.#pending.delete(key);
      if (version !== undefined && worker === this.#thread?.worker) this.#cache.set(key, { page, version });
      return page;
    });
    this.#pending.set(key, result);
    return result;
  }

  /** The thread of the last build: class names of its style sheets are others after each. */
  async #ready(): Promise<Thread | undefined> {
    const built = (await stat(this.#file).catch(() => undefined))?.mtimeMs;
    const isNew = built !== this.#built;
    const isDue = this.#thread === undefined && Date.now() - this.#startedAt > RESTART_MS;
    if (built === undefined || (!isNew && !isDue)) return built === undefined ? undefined : this.#started();
    this.#built = built;
    this.#end();
    this.#start();
    return undefined;
  }

  /** Once it has said which cookies it depends on. */
  #started(): Thread | undefined {
    return this.#thread?.choices.length === 0 ? undefined : this.#thread;
  }

  #start(): void {
    this.#startedAt = Date.now();
    const worker = new Worker(this.#file, { workerData: this.#setup, resourceLimits: MEMORY });
    worker.unref();
    this.#thread = { worker, choices: [], skips: [], routes: [] };
    worker.once("message", (ready: RendererReady) => {
      if (worker === this.#thread?.worker) this.#thread = { worker, ...ready };
      worker.on("message", ({ id, page }: RenderReply) => this.#replies.get(id)?.(page));
    });
    worker.on("error", () => this.#replace(worker));
  }

  #replace(worker: Worker): void {
    if (worker === this.#thread?.worker) this.#end();
  }

  /** Requests under way get their pages without a screen. */
  #end(): void {
    void this.#thread?.worker.terminate();
    this.#thread = undefined;
    this.#cache.clear();
    for (const done of this.#replies.values()) done(undefined);
  }
}

type Visitor = Omit<Environment, "now" | "random">;

/** What is known of the visitor: chosen by cookies of the app, else guessed from what browsers send. */
function visitorOf(ctx: Context, names: readonly string[]): Visitor {
  const chosen = decoded(ctx.cookies.get(LOCALE_COOKIE)) ?? "";
  const accepted = ctx
    .get("accept-language")
    .split(",")
    .map((tag) => tag.split(";")[0]?.trim() ?? "");
  const width = ctx.cookies.get(WIDTH_COOKIE);
  const choices = names.flatMap((name) => {
    const text = decoded(ctx.cookies.get(name));
    return text === undefined || text.length > MAX_CHOICE ? [] : [[name, text] as const];
  });
  return {
    locale: Object.hasOwn(LOCALES, chosen) ? chosen : bestLocale(accepted),
    width: WINDOW_WIDTHS.find((one) => one === width) ?? (isPhone(ctx) ? "narrow" : "wide"),
    savesData: ctx.get("save-data") === "on",
    choices: Object.fromEntries(choices),
  };
}

function isPhone(ctx: Context): boolean {
  const hint = ctx.get("sec-ch-ua-mobile");
  return hint === "" ? /\bMobile\b/.test(ctx.get("user-agent")) : hint === "?1";
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined; // not written by the app
  }
}

/** Of this server, as the thread reaches it. */
function originOf(ctx: Context): string {
  const { localAddress = "127.0.0.1", localPort } = ctx.req.socket;
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

function sizeOf(page: RenderedPage | undefined): number {
  return page === undefined ? 0 : page.head.length + page.html.length + page.data.length;
}
