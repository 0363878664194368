/** First screens drawn on the server, so that a new visitor sees them before the app's code has come (decision 0016). */
import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { Context } from "koa";
import type { Changes } from "../db/changes.ts";

/** What the thread gets and gives: `Order` and `Drawing` of pwa/ssr/worker.tsx. */
interface Drawing {
  id: number;
  drawn?: { screen: string; html: string } | undefined;
}
type Drawn = Drawing["drawn"];

interface ManagedProcess {
  drawn: NonNullable<Drawn>;
  version: number;
  /** By `performance.now()`: what is drawn may depend on the clock. */
  until: number;
}

/** A page that takes longer goes out without it. */
const LIMIT_MS = 400;
/** With more than these under way the server has better things to do. */
const MOST = 6;
/** One that has not come by then never will. */
const LOST_MS = 10_000;
const KEPT_MS = 30_000;
const MOST_KEPT = 100;
const SCREEN = /^\/(artists|posts|\w+\/user\/[\w-]+(\/post\/[\w-]+)?)?$/;
const ENGLISH = /^en\b/i;
/** Of a visitor with choices of their own (`public/theme.js`). */
const NOT_DRAWN = /(^|; )drawn=no(;|$)/;

export class Drawings {
  readonly #file: string;
  readonly #changes: Changes;
  #worker: Worker | undefined;
  /** When the thread was built, in milliseconds since 1970. */
  #built: number | undefined;
  readonly #ends = new Map<number, (drawn: Drawn) => void>();
  #last = 0;
  /** Under way, by address and width: many askers share one. */
  readonly #waiting = new Map<string, Promise<Drawn>>();
  readonly #kept = new Map<string, ManagedProcess>(); // oldest first

  /**
   * @param file the built thread; where there is none, nothing is drawn
   * @param changes a drawing is used again only while nothing in the archive has changed, so a takedown ends it
   */
  constructor(file: string, changes: Changes) {
    this.#file = file;
    this.#changes = changes;
    void this.#ready(); // so that the first visitor does not wait for its code
  }

  /** Whether the page may be drawn for who asks: someone with default settings, as far as the request tells. */
  static fits(ctx: Context): boolean {
    return (
      SCREEN.test(ctx.path) &&
      ctx.querystring === "" &&
      ctx.get("save-data") !== "on" &&
      !NOT_DRAWN.test(ctx.get("cookie")) &&
      ENGLISH.test(firstKnown(ctx.get("accept-language")))
    );
  }

  /** Whether the screen is a phone's, as far as the request tells; the page checks it. */
  static isNarrow(ctx: Context): boolean {
    const hint = ctx.get("sec-ch-ua-mobile");
    return hint === "" ? /\bMobile\b/.test(ctx.get("user-agent")) : hint === "?1";
  }

  /** @returns the same object while it is the same drawing; undefined where it would take too long */
  async draw(ctx: Context, metas: Record<string, string>): Promise<Drawn> {
    const worker = await this.#ready();
    if (worker === undefined) return undefined;
    const key = `${Drawings.isNarrow(ctx) ? "narrow" : "wide"} ${ctx.path}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.version === this.#changes.version() && kept.until > performance.now())
      return kept.drawn;
    const waiting = this.#waiting.get(key) ?? this.#begin(worker, key, ctx, metas);
    const limit = new Promise<undefined>((done) => {
      setTimeout(() => done(undefined), LIMIT_MS).unref();
    });
    return Promise.race([waiting, limit]);
  }

  #begin(
    worker: Worker,
    key: string,
    ctx: Context,
    metas: Record<string, string>,
  ): Promise<Drawn> | undefined {
    if (this.#ends.size >= MOST) return undefined;
    const version = this.#changes.version(); // before the queries
    const id = ++this.#last;
    const { localAddress = "127.0.0.1", localPort } = ctx.req.socket;
    const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
    const drawing = new Promise<Drawn>((done) => {
      this.#ends.set(id, done);
      setTimeout(() => done(undefined), LOST_MS).unref();
    }).finally(() => {
      this.#ends.delete(id);
      this.#waiting.delete(key);
    });
    this.#waiting.set(key, drawing);
    const isNarrow = Drawings.isNarrow(ctx);
    worker.postMessage({ id, path: ctx.path, base: `http://${host}:${localPort}`, isNarrow, metas });
    // Also one that has come too late for who asked.
    return drawing.then((drawn) => {
      if (drawn !== undefined && version !== undefined && worker === this.#worker)
        this.#keep(key, { drawn, version, until: performance.now() + KEPT_MS });
      return drawn;
    });
  }

  #keep(key: string, kept: ManagedProcess): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** The thread of the last build: names in its style sheets are others after each. */
  async #ready(): Promise<Worker | undefined> {
    const built = (await stat(this.#file).catch(() => undefined))?.mtimeMs;
    if (built === this.#built) return this.#worker;
    this.#built = built;
    this.#kept.clear();
    void this.#worker?.terminate();
    this.#worker = built === undefined ? undefined : this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const worker = new Worker(this.#file);
    worker.unref();
    worker.on("message", ({ id, drawn }: Drawing) => this.#ends.get(id)?.(drawn));
    worker.on("error", () => {
      for (const done of this.#ends.values()) done(undefined);
      if (worker === this.#worker) this.#worker = undefined; // pages go out without until the next build
    });
    return worker;
  }
}

/** The first of the languages that the app has, else English. */
function firstKnown(accepted: string): string {
  return (
    accepted
      .split(",")
      .map((tag) => tag.trim())
      .find((tag) => /^(en|ja|zh)\b/i.test(tag)) ?? "en"
  );
}
