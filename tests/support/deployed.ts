/** The built app on an address of its own, where other builds and settings can take its place; the API stays the running archive's. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Koa, { type Context } from "koa";
import { securityHeaders } from "#backend/http/headers.ts";
import { appFiles, type PageSettings } from "#backend/http/static.ts";
import { installBuild } from "#backend/supervisor/install-build.ts";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
const API = /^\/(api|data|thumbnail|icons|banners)\//;

export interface Deployed {
  url: string;
  /** `dist/pwa` and `dist/earlier` of this address. */
  pwa: string;
  earlier: string;
  /** Makes a build that differs in every part, and puts it in place. */
  deployNext: (siteName: string) => Promise<void>;
  /** Changes the settings, as a restart would. */
  configure: (settings: Partial<PageSettings>) => void;
  /** Answers instead of the app; for networks and builds that are broken. */
  answers: Map<string, (ctx: Context) => void>;
  /** Answers instead of the archive's API, for parts of it that are not there yet. @returns whether it did */
  api: { answer?: (ctx: Context) => boolean };
  /** Paths that were asked for, in order. */
  asked: string[];
  /** Bytes of the largest body that was sent here. */
  largestBody: () => number;
  [Symbol.asyncDispose]: () => Promise<void>;
}

export async function deploy(): Promise<Deployed> {
  const folder = await mkdtemp(join(tmpdir(), "roost-deployed-"));
  const places = {
    next: join(folder, "next"),
    pwa: join(folder, "pwa"),
    earlier: join(folder, "earlier"),
  };
  await cp(join(PROJECT, "dist/pwa"), places.pwa, { recursive: true, preserveTimestamps: true });
  let files = appFiles(places.pwa, { siteName: "Roost" });
  const answers: Deployed["answers"] = new Map();
  const api: Deployed["api"] = {};
  const asked: string[] = [];
  let largestBody = 0;
  const app = new Koa({});
  app.silent = true;
  app.use(securityHeaders([]));
  app.use(async (ctx, next) => {
    asked.push(ctx.path);
    const body = await bodyOf(ctx);
    largestBody = Math.max(largestBody, body.length);
    const other = answers.get(ctx.path);
    if (other !== undefined) return other(ctx);
    if (api.answer?.(ctx) === true) return;
    return API.test(ctx.path) ? passOn(ctx, body) : files(ctx, next);
  });
  const server = createServer(app.callback()).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ...places,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    api,
    asked,
    largestBody: () => largestBody,
    configure: (settings) => {
      files = appFiles(places.pwa, { siteName: "Roost", ...settings });
    },
    deployNext: async (siteName) => {
      const args = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", places.next];
      const env = { ...process.env, SITE_NAME: siteName };
      await promisify(execFile)(process.execPath, args, { cwd: PROJECT, env });
      await installBuild(places);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function bodyOf(ctx: Context): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of ctx.req as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

async function passOn(ctx: Context, body: Buffer): Promise<void> {
  const answer = await fetch(`${process.env["ROOST_URL"]}${ctx.url}`, {
    method: ctx.method,
    headers: { accept: ctx.get("accept") || "*/*" },
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  ctx.status = answer.status;
  for (const name of ["content-type", "cache-control"]) {
    const value = answer.headers.get(name);
    if (value !== null) ctx.set(name, value);
  }
  ctx.body = Buffer.from(await answer.arrayBuffer());
}
