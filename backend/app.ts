/** Everything the server answers, in the order it is asked. */
import { Router, type RouterContext } from "@koa/router";
import Koa from "koa";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Sql } from "./db/client.ts";
import { creatorRoutes } from "./features/creators/routes.ts";
import { creatorPicture } from "./features/media/queries.ts";
import { postRoutes } from "./features/posts/routes.ts";
import { referenceRoutes } from "./features/reference/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { Pictures } from "./files/pictures.ts";
import { compressText } from "./http/compress.ts";
import type { Mounted, Services } from "./http/endpoint.ts";
import { type HttpError, methodNotAllowed, notFound } from "./http/errors.ts";
import { answerFailures, refuseMalformed } from "./http/failures.ts";
import { fileAddresses } from "./http/files.ts";
import { securityHeaders } from "./http/headers.ts";
import { healthChecks } from "./http/health.ts";
import { appFiles } from "./http/static.ts";
import { openSearch } from "./search/client.ts";

export interface AppOptions {
  config: Config;
  sql: Sql;
  log: Logger;
  /** Fail where an answer differs from its contract; for tests. */
  strict?: boolean;
  /** Where the app was built to. */
  pwa: string;
  pictures?: Pictures;
}

/** Every endpoint under /api, each with its contract. */
export function apiRoutes(): Mounted[] {
  return [...creatorRoutes(), ...postRoutes, ...searchRoutes, ...referenceRoutes(apiRoutes)];
}

/** The whole server, not yet listening. */
export function createApp({
  config,
  sql,
  log,
  strict = false,
  pwa,
  pictures = new Pictures(config.ROOST_DATA),
}: AppOptions): Koa {
  const search = openSearch({ url: config.MEILI_URL, key: config.MEILI_KEY, prefix: config.MEILI_PREFIX });
  const services: Services = { sql, search, config, log, strict };
  const app = new Koa();
  app.on("error", (error: unknown) => log.debug({ err: error }, "connection ended early"));
  app.use(securityHeaders(config.SITE_ORIGIN === undefined ? [] : [config.SITE_ORIGIN]));
  app.use(compressText);
  app.use(answerFailures(log));
  app.use(refuseMalformed);
  app.use(healthChecks(sql));
  app.use(api(services));
  const findPicture = creatorPicture.bind(undefined, sql);
  app.use(fileAddresses({ data: config.ROOST_DATA, pictures, findPicture }));
  app.use(appFiles(pwa, config.SITE_NAME));
  return app;
}

function api(services: Services): Koa.Middleware {
  const router = new Router({ prefix: "/api" });
  for (const route of apiRoutes()) route.attach(router, services);
  const routes = router.routes();
  return async (ctx, next) => {
    if (!/^\/api(\/|$)/.test(ctx.path)) return next();
    let found = true;
    // The router fills in params and router itself.
    await routes(ctx as RouterContext, async () => {
      found = false;
    });
    if (!found) throw refusal(router, ctx.path);
  };
}

/** 405 with the methods there are where another one would do, else 404. */
function refusal(router: Router, path: string): HttpError {
  const methods = new Set(
    router.stack.filter((layer) => layer.match(path)).flatMap((layer) => layer.methods),
  );
  return methods.size > 0 ? methodNotAllowed([...methods].join(", ")) : notFound();
}
