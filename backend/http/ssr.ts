/** Renders first screens on the server, to show them before the app's code has loaded (decision 0027). */
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

/** Maximum of concurrent renders; further requests get pages without a screen. */
const MAX_PENDING = 6;
/** Timeout of a render, after which the thread is replaced. */
const TIMEOUT_MS = 10_000;
/** Memory limits of the thread, which is restarted when it exceeds them. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
const FRESH_MS = 30_000;
/** Size limit of cached pages, including their strings, bytes and compressed forms. */
const CACHE_BYTES = 64 * 1024 * 1024;
const FORMS = 4;
/** Size of an entry without a page. */
const ENTRY_BYTES = 512;
/** Maximum characters of a choice cookie. */
const MAX_CHOICE = 512;
/** Cookie that disables server rendering. */
const OFF = "ssr";

/** Headers that a rendered page depends on. */
export const SSR_VARY = "cookie, accept-language, save-data, sec-ch-ua-mobile, user-agent";

/** In milliseconds. */
interface Times {
  /** Maximum wait of a request, which then gets the page without its screen. */
  maxWait: number;
  /** Minimum interval between two starts of a failing thread. */
  restartDelay: number;
}

const TIMES: Times = { maxWait: 400, restartDelay: 10_000 };

interface CacheEntry {
  /** Undefined if the screen is not rendered on the server. */
  page: RenderedPage | undefined;
  /** Number of the latest change before the render. */
  version: number;
}

interface Thread extends RendererReady {
  worker: Worker;
}

/** Renders pages in a worker thread. */
export class Renderer {
  readonly #file: string;
  readonly #setup: RendererSetup;
  readonly #changes: Changes;
  readonly #times: Times;
  #thread: Thread | undefined;
  /** Build time and start time of the thread, in milliseconds since 1970. */
  #built: number | undefined;
  #startedAt = 0;
  #lastId = 0;
  readonly #replies = new Map<number, (page: RenderedPage | undefined) => void>();
  /** Renders in progress by key; equal requests share one. */
  readonly #pending = new Map<string, Promise<RenderedPage | undefined>>();
  readonly #cache = new LRUCache<string, CacheEntry>({
    maxSize: CACHE_BYTES,
    ttl: FRESH_MS,
    sizeCalculation: ({ page }, key) => ENTRY_BYTES + 2 * key.length + FORMS * sizeOf(page),
  });

  /**
   * @param file the built thread; if missing, nothing is rendered
   * @param changes invalidates a page when one of its topics changes, such as by a takedown
   */
  constructor(file: string, setup: RendererSetup, changes: Changes, times: Partial<Times> = {}) {
    this.#file = file;
    this.#setup = setup;
    this.#changes = changes;
    this.#times = { ...TIMES, ...times };
    cachedBytes.set("rendered pages", () => this.#cache.calculatedSize);
    void this.#ready(); // preloads its code for the first visitor
  }

  /** @returns the same object for the same page; undefined if there is none or it takes too long */
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
      setTimeout(() => done(undefined), this.#times.maxWait).unref();
    });
    return Promise.race([pending, late]);
  }

  /** True unless the app is known to have no screen at the path. */
  hasScreen(path: string): boolean {
    const routes = this.#thread?.routes ?? [];
    return routes.length === 0 || matchesRoute(path, routes);
  }

  /** Compares versions: changes are numbered in order. */
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
    // A page too late for this request is cached for the next.
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

  /** Returns the thread of the latest build, whose class names match its style sheets. */
  async #ready(): Promise<Thread | undefined> {
    const built = (await stat(this.#file).catch(() => undefined))?.mtimeMs;
    const isNew = built !== this.#built;
    const isDue = this.#thread === undefined && Date.now() - this.#startedAt > this.#times.restartDelay;
    if (built === undefined || (!isNew && !isDue)) return built === undefined ? undefined : this.#started();
    this.#built = built;
    this.#end();
    this.#start();
    return undefined;
  }

  /** Set when the thread has reported the cookies it depends on. */
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

  /** Stops the thread; pending requests get their pages without a screen. */
  #end(): void {
    void this.#thread?.worker.terminate();
    this.#thread = undefined;
    this.#cache.clear();
    for (const done of this.#replies.values()) done(undefined);
  }
}

type Visitor = Omit<Environment, "now" | "random">;

/** Visitor settings: cookies set by the app, otherwise guessed from request headers. */
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
    return undefined; // not set by the app
  }
}

/** Origin at which the thread reaches this server. */
function originOf(ctx: Context): string {
  const { localAddress = "127.0.0.1", localPort } = ctx.req.socket;
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

function sizeOf(page: RenderedPage | undefined): number {
  return page === undefined ? 0 : page.head.length + page.html.length + page.data.length;
}
