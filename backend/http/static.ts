/** Serves the built app: its files, and its page for all addresses of screens. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Context, Middleware } from "koa";
import { type DataServer, writeDataServers } from "#shared/rules/data-servers.ts";
import { NO_SITE, type Site } from "#shared/rules/site.ts";
import type { RenderedPage } from "#shared/rules/ssr.ts";
import { type Changes, NOOP_CHANGES } from "../db/changes.ts";
import { pack } from "./compress.ts";
import { methodNotAllowed, notFound } from "./errors.ts";
import { Redirect } from "./redirect.ts";
import { Renderer, SSR_VARY } from "./ssr.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};
/** A file of the app: `/name.ext` or below `/assets/`. No `..` and no dot files can match. */
const APP_FILE = /^\/(assets\/)?[A-Za-z0-9_-][\w.-]*$/;
/** Screens with names from other sites, which may contain a dot. */
const NAMED = /^\/(share|[^/]+\/(user|post|server))\//;
/** Files compressed at the highest level: cached by all visitors until the next build. */
const PACKED = /^\/assets\/.*\.(js|css|wasm)$/;
const SITE_NAME = "%SITE_NAME%";
const DATA_SERVERS = "%DATA_SERVERS%";
const SITE = "%SITE%";
/** Part of the page's version in the service worker, so that changed settings create a new version. */
const SETTINGS = "%SETTINGS%";
const WORKER = "%WORKER%";
const LANG = '<html lang="en" ';
/** Separates the parts of `pwa/index.html`: the head, what the build adds to it, up to the root, its content without a screen, its end, the rest. */
const MARK = "<!--ssr-->";

export interface PageSettings {
  /** Replaces %SITE_NAME% in pages and the manifest. */
  siteName: string;
  /** Replace %DATA_SERVERS% in pages. */
  dataServers?: readonly DataServer[];
  /** Replaces %SITE% in pages. */
  site?: Site;
  /** False removes the service worker from all devices, and replaces %WORKER% in pages with "off". */
  worker?: boolean;
}

/** Served instead of the service worker if it is disabled. */
const NO_WORKER = "/no-worker.js";
const ASSETS = "/assets/";
/** `robots.txt` of an archive for members. */
const NO_ROBOTS = "User-agent: *\nDisallow: /\n";

async function findFile(path: string): Promise<{ path: string; version: string } | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? { path, version: `${found.mtimeMs} ${found.size}` } : undefined;
}

interface ServedFile {
  bytes: Buffer;
  etag: string;
  version: string;
}

/**
 * @param folder of the built app; next to it, `earlier` contains files of earlier builds that open pages
 *   still request, and `ssr` the rendering thread
 */
export function appFiles(
  folder: string,
  settings: PageSettings,
  changes: Changes = NOOP_CHANGES,
  statusOf: (path: string) => Promise<number> = async () => 200,
): Middleware {
  const metas = {
    "data-servers": writeDataServers(settings.dataServers ?? []),
    site: JSON.stringify(settings.site ?? NO_SITE),
  };
  const setup = { manifest: join(folder, ".vite/manifest.json"), metas };
  const isForMembers = settings.site?.access === "members";
  const renderer = new Renderer(join(folder, "../ssr/worker.js"), setup, changes);
  const pages = new WeakMap<RenderedPage, ServedFile>(); // compresses the same page once
  const files = new Map<string, ServedFile>();
  const sourceOf = (path: string) => (path === "/sw.js" && settings.worker === false ? NO_WORKER : path);
  const findEarlier = async (path: string) =>
    path.startsWith(ASSETS) ? findFile(join(folder, "../earlier", path.slice(ASSETS.length))) : undefined;
  const load = async (path: string): Promise<ServedFile | undefined> => {
    const found = (await findFile(join(folder, sourceOf(path)))) ?? (await findEarlier(path));
    if (found === undefined) return undefined;
    const { path: location, version } = found;
    const before = files.get(path);
    if (before?.version === version) return before;
    const bytes = named(await readFile(location), path, settings);
    const file = {
      bytes,
      version,
      etag: digest(bytes),
    };
    files.set(path, file);
    if (PACKED.test(path)) pack(bytes);
    return file;
  };
  return async (ctx) => {
    const path = ctx.path;
    const file = APP_FILE.test(path) ? await load(path) : undefined;
    if (file !== undefined) return answer(ctx, path, file);
    if (isMissingFile(path)) throw notFound();
    if (ctx.method !== "GET" && ctx.method !== "HEAD") throw notFound();
    const page = await load("/index.html");
    if (page === undefined) throw notFound("The app is not built yet.");
    if (/[^/]\/$/.test(path)) return redirectToScreen(ctx);
    ctx.vary(SSR_VARY);
    // For members no screen is rendered: the renderer has no session, and its pages are shared (decision 0070).
    const isRendered = path !== "/index.html" && !isForMembers;
    const rendered = isRendered ? await renderer.render(ctx) : undefined;
    if (rendered === undefined) {
      const isKnown = path === "/index.html" || renderer.hasScreen(path);
      return answer(ctx, "/index.html", page, isKnown ? await statusOf(path) : 404);
    }
    const before = pages.get(rendered);
    if (before?.version === page.version) return answer(ctx, "/index.html", before);
    const bytes = withScreen(`${page.bytes}`, rendered);
    const whole = { bytes, etag: digest(bytes), version: page.version };
    pages.set(rendered, whole);
    answer(ctx, "/index.html", whole);
  };
}

/** @param page the built page. @throws Error if its marks are missing */
function withScreen(page: string, { locale, head, html, data }: RenderedPage): Buffer {
  const [start, , toRoot, , afterRoot, rest] = page.split(MARK);
  if (start === undefined || toRoot === undefined || afterRoot === undefined || rest === undefined)
    throw new Error("The built index.html has no places for a rendered screen.");
  const translated = start.replace(LANG, `<html lang="${locale}" `);
  return Buffer.from(`${translated}${head}</head><body>${toRoot}${html}${afterRoot}${data}${rest}`);
}

/** True for a missing file, which must not be answered with the page: caches would store it as the file. */
function isMissingFile(path: string): boolean {
  return path.startsWith(ASSETS) || (/\.[a-z0-9]{1,11}$/i.test(path) && !NAMED.test(path));
}

function named(bytes: Buffer, path: string, settings: PageSettings): Buffer {
  const { siteName, dataServers = [], site = NO_SITE, worker = true } = settings;
  const replaced = (values: Record<string, string>) =>
    Buffer.from(
      Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, () => value), `${bytes}`),
    );
  const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  if (extname(path) === ".html")
    return replaced({
      [SITE_NAME]: escaped(siteName),
      [DATA_SERVERS]: escaped(writeDataServers(dataServers)),
      [SITE]: escaped(JSON.stringify(site)),
      [WORKER]: worker ? "on" : "off",
    });
  if (path === "/robots.txt" && site.access === "members") return Buffer.from(NO_ROBOTS);
  if (extname(path) === ".webmanifest")
    return replaced({ [SITE_NAME]: JSON.stringify(siteName).slice(1, -1) });
  return path === "/sw.js" ? replaced({ [SETTINGS]: digest(JSON.stringify(settings)) }) : bytes;
}

function digest(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

/** Screens have one address each, without a slash at the end. */
function redirectToScreen(ctx: Context): void {
  ctx.status = 308;
  ctx.set("location", `${new Redirect(ctx.path.slice(0, -1)).path}${ctx.search}`);
  ctx.body = "";
}

function answer(ctx: Context, path: string, { bytes, etag }: ServedFile, status = 200): void {
  if (ctx.method !== "GET" && ctx.method !== "HEAD") throw methodNotAllowed("GET, HEAD");
  // Names below /assets/ contain a hash of the content; other files may change under the same name.
  ctx.set("cache-control", path.startsWith(ASSETS) ? "public, max-age=31536000, immutable" : "no-cache");
  ctx.set("etag", `"${etag}"`);
  ctx.type = TYPES[extname(path)] ?? "application/octet-stream";
  ctx.status = status;
  if (status === 200 && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.body = bytes;
}
