/** The server: middleware and routes, in order. */
import { Router, type RouterContext } from "@koa/router";
import Koa from "koa";
import type { Logger } from "pino";
import { LOGIN_FORM, logInByForm } from "#shared/contracts/accounts.ts";
import type { ServedConfig } from "./accounts/access-mode.ts";
import { TOKEN_LIMIT, withTokens } from "./accounts/access-tokens.ts";
import { forgottenCheck } from "./accounts/forgotten-devices.ts";
import { loginMethods } from "./accounts/login-methods.ts";
import { rememberingSessions } from "./accounts/session-cache.ts";
import { sessionAuthenticator } from "./accounts/sessions.ts";
import { ArchiveFiles } from "./archive-files/archive-files.ts";
import { ArchiveEntries } from "./archive-files/entries.ts";
import { type Changes, NOOP_CHANGES } from "./db/changes.ts";
import type { Sql } from "./db/client.ts";
import type { Replica } from "./db/replica.ts";
import { accountRoutes } from "./features/accounts/routes.ts";
import { administrationRoutes } from "./features/administration/routes.ts";
import { communityRoutes } from "./features/community/routes.ts";
import { creatorLinkRoutes } from "./features/creator-links/routes.ts";
import { creatorRoutes } from "./features/creators/routes.ts";
import { deviceSyncRoutes } from "./features/device-sync/routes.ts";
import { discordRoutes } from "./features/discord/routes.ts";
import { dmFeedRoutes } from "./features/dms/feed-routes.ts";
import { dmRoutes } from "./features/dms/routes.ts";
import { downloadRoutes } from "./features/downloads/routes.ts";
import { duplicateRoutes } from "./features/duplicates/routes.ts";
import { feedAddressRoutes } from "./features/favorites/feed-address-routes.ts";
import { favoriteRoutes } from "./features/favorites/routes.ts";
import { fileRoutes } from "./features/files/routes.ts";
import { flagRoutes } from "./features/flags/routes.ts";
import { guestLinkRoutes } from "./features/guest-links/routes.ts";
import { importRoutes } from "./features/imports/routes.ts";
import { creatorPicture, isFileVisible } from "./features/media/queries.ts";
import { moderationRoutes } from "./features/moderation/routes.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { feedRoutes } from "./features/posts/feed-routes.ts";
import { postListRoutes } from "./features/posts/list-routes.ts";
import { opdsRoutes } from "./features/posts/opds-routes.ts";
import { postRoutes } from "./features/posts/routes.ts";
import { pushRoutes } from "./features/push/routes.ts";
import { referenceRoutes } from "./features/reference/routes.ts";
import { removedRoutes } from "./features/removed/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { shareRoutes } from "./features/shares/routes.ts";
import { takedownRequestRoutes } from "./features/takedown-requests/routes.ts";
import { takedownRoutes } from "./features/takedowns/routes.ts";
import { uploadRoutes } from "./features/uploads/routes.ts";
import { archiveRoutes } from "./features/version/routes.ts";
import { wantedRoutes } from "./features/wanted/routes.ts";
import { markDamaged } from "./files/damaged-files.ts";
import { openStorage } from "./files/open.ts";
import { Pictures } from "./files/pictures.ts";
import { repairedCheck } from "./files/repaired-check.ts";
import type { FileStorage } from "./files/storage.ts";
import { groupArchives } from "./groups/group-archives.ts";
import { openGroupSearch } from "./groups/group-search.ts";
import { type FindGuest, guestFinder, type MayGuestSee, maySeeFile } from "./guests/guests.ts";
import { VersionedCache } from "./http/cache.ts";
import { compressText } from "./http/compress.ts";
import { withDeadline } from "./http/deadline.ts";
import type { Mounted, Services } from "./http/endpoint.ts";
import { handleErrors, refuseMalformed } from "./http/error-handler.ts";
import { HttpError, methodNotAllowed, notFound, unavailable } from "./http/errors.ts";
import { EtagStore } from "./http/etag.ts";
import { type FileOptions, fileAddresses } from "./http/files.ts";
import { securityHeaders } from "./http/headers.ts";
import { healthChecks } from "./http/health.ts";
import { memberCheck } from "./http/members.ts";
import { metrics } from "./http/metrics.ts";
import { pageStatus } from "./http/page-status.ts";
import { type Authenticate, oncePerRequest } from "./http/principal.ts";
import { proxyUser } from "./http/proxy-user.ts";
import { rateLimits } from "./http/rate-limits.ts";
import { appFiles, type PageSettings } from "./http/static.ts";
import { openSearch } from "./search/client.ts";
import { WithheldFiles } from "./takedowns/withheld.ts";

/** Handler timeout in milliseconds. */
const DEADLINE_MS = 10_000;
/** Addresses of files and pictures. */
const FILES = /^\/+(data|thumbnail|icons|banners|[0-9a-f]{2})(\/|$)/;
/** Addresses of files, pictures and the API. */
const isContent = (path: string): boolean => FILES.test(path) || /^\/+api(\/|$)/.test(path);
const MAX_SEEN_FILES = 20_000;
/** At the same relative path in the source and in the build. */
export const ARCHIVE_READER = new URL("./archive-files/reader.mjs", import.meta.url);

export interface AppOptions {
  config: ServedConfig;
  sql: Sql;
  /** Without it no response is served from a cache. */
  changes?: Changes;
  /** Serves public reads when it is up to date. */
  replica?: Replica | undefined;
  log: Logger;
  /** Throws if a response does not match its contract; for tests. */
  strict?: boolean;
  /** Folder of the built app. */
  pwa: string;
  storage?: FileStorage;
  pictures?: Pictures;
  archiveFiles?: ArchiveFiles;
  archiveEntries?: ArchiveEntries;
  /** Finds the account of a session; that of a token is found in the database. */
  authenticate?: Authenticate;
  /** Handler timeout in milliseconds; beyond it 503. */
  deadline?: number;
  routes?: Mounted[];
}

/** All endpoints under /api, with their contracts. */
export function apiRoutes(): Mounted[] {
  return [
    ...creatorRoutes(),
    ...creatorLinkRoutes,
    ...postListRoutes(),
    ...feedRoutes,
    ...opdsRoutes,
    ...postRoutes,
    ...removedRoutes,
    ...searchRoutes(),
    ...fileRoutes(),
    ...dmRoutes,
    ...dmFeedRoutes,
    ...shareRoutes,
    ...uploadRoutes(),
    ...discordRoutes,
    ...communityRoutes,
    ...accountRoutes(),
    ...favoriteRoutes,
    ...feedAddressRoutes,
    ...deviceSyncRoutes,
    ...flagRoutes,
    ...moderationRoutes,
    ...takedownRequestRoutes,
    ...takedownRoutes,
    ...duplicateRoutes,
    ...notificationRoutes,
    ...pushRoutes,
    ...administrationRoutes,
    ...downloadRoutes,
    ...wantedRoutes,
    ...guestLinkRoutes(),
    ...importRoutes,
    ...archiveRoutes(),
    ...referenceRoutes(apiRoutes),
  ];
}

/** Creates the server without listening. */
export function createApp({
  config,
  sql,
  changes = NOOP_CHANGES,
  replica,
  log,
  strict = false,
  pwa,
  storage = openStorage(config),
  pictures = new Pictures({ storage, data: config.ROOST_DATA }),
  archiveFiles = new ArchiveFiles({ storage, program: ARCHIVE_READER }),
  archiveEntries = new ArchiveEntries({ archiveFiles, pictures, data: config.ROOST_DATA }),
  authenticate: authenticateSession = sessionAuthenticator(sql, (request) => proxyUser(request, config)),
  deadline = DEADLINE_MS,
  routes,
}: AppOptions): Koa {
  const search = openSearch({
    url: config.MEILI_URL,
    key: config.MEILI_KEY,
    prefix: config.MEILI_PREFIX,
    fallbackAfterMs: config.SEARCH_TIMEOUT_MS,
  });
  const limits = rateLimits(config.RATE_LIMITS === "postgres" ? sql : undefined);
  const authenticate = rememberingSessions(
    withTokens(sql, authenticateSession, limits(TOKEN_LIMIT)),
    changes,
    ({ url = "" }) => FILES.test(url),
    (request) => proxyUser(request, config),
  );
  const findGuest = oncePerRequest(guestFinder(sql));
  const services: Services = {
    sql,
    replica,
    search,
    storage,
    archiveFiles,
    archiveEntries,
    pictures,
    config,
    changes,
    etags: new EtagStore(changes),
    log,
    authenticate: oncePerRequest(authenticate),
    refuseForgotten: forgottenCheck(sql),
    mayGuestSee: guestCheck(sql, findGuest),
    rateLimits: limits,
    deadline,
    strict,
  };
  const app = new Koa();
  app.on("error", (error: unknown) => log.debug({ err: error }, "connection ended early"));
  const fileHosts = [config.SITE_ORIGIN ?? [], config.DATA_SERVERS.map(({ origin }) => origin)].flat();
  app.use(securityHeaders(fileHosts, { isHttps: config.SITE_ORIGIN?.startsWith("https:") === true }));
  const { count, serve } = metrics(sql, config.METRICS_TOKEN, replica);
  app.use(count);
  app.use(compressText);
  app.use(handleErrors(log));
  app.use(refuseMalformed);
  app.use(healthChecks(sql, search));
  app.use(serve);
  if (config.accessSource === "unknown") app.use(refuseContent);
  const withheld = new WithheldFiles(sql, changes);
  const findWithheld = (hash: string) => withheld.find(hash);
  const onDamage = (hash: string, error: Error) => {
    log.error({ err: error }, "a stored file is damaged");
    markDamaged(sql, hash, "damaged").catch((failure: unknown) =>
      log.warn({ err: failure }, "a damaged file was not marked"),
    );
  };
  const files: SharedFileOptions = {
    storage,
    pictures,
    findWithheld,
    isRepaired: repairedCheck(sql, storage),
    onDamage,
    deadline,
    access: config.ACCESS,
    elsewhere: config.DATA_SERVERS.length > 0,
  };
  app.use(content(services, files, findGuest, routes));
  // The status of a page would reveal which creators and posts exist.
  const statusOf = config.ACCESS === "members" ? undefined : pageStatus.bind(undefined, sql, deadline);
  app.use(appFiles(pwa, pageSettings(config), changes, statusOf));
  return app;
}

/** Refuses content while the access mode is not known: neither everyone nor members are answered. */
const refuseContent: Koa.Middleware = (ctx, next) => {
  if (isContent(ctx.path)) throw unavailable("The database is not available.");
  return next();
};

type SharedFileOptions = Omit<FileOptions, "findPicture" | "isVisible" | "requireMember">;

/** Serves the API and the files, to each group of accounts from an archive of its own. */
function content(
  services: Services,
  files: SharedFileOptions,
  findGuest: FindGuest,
  routes: Mounted[] | undefined,
): Koa.Middleware {
  const { config, sql, search, changes, authenticate, deadline } = services;
  const requireMember = memberCheck(config.ACCESS, services);
  const everything = archive(services, { ...files, requireMember }, routes);
  if (config.ACCESS !== "members" || config.DATABASE_URL === undefined) return everything;
  const groups = groupArchives(config.DATABASE_URL, sql, (pool, group) => {
    const seen = new VersionedCache<boolean>(["creators", "file_uses", "posts"], { max: MAX_SEEN_FILES });
    const isVisible = (hash: string) => seen.get(changes, hash, () => isFileVisible(pool, hash));
    const own = {
      replica: undefined, // its connections would see everything
      sql: pool,
      search: openGroupSearch(search, pool, group),
      etags: new EtagStore(changes),
      mayGuestSee: guestCheck(pool, findGuest),
    };
    const seenBy = { ...services, ...own };
    return archive(
      seenBy,
      { ...files, isVisible, requireMember: memberCheck(config.ACCESS, seenBy) },
      routes,
    );
  });
  return async (ctx, next) => {
    if (isLoginForm(ctx)) return everything(ctx, next);
    if (!isContent(ctx.path)) return next();
    const group = await withDeadline(deadline, async () => {
      // A refused token is refused again by the route, which may ask for another.
      const caller = await authenticate(ctx.req).catch(onlyRefusal);
      // A guest sees no more than the account that made the link.
      return caller === undefined ? (await findGuest(ctx.req))?.group : caller.group;
    });
    const seen = group === undefined ? everything : await groups(group);
    await seen(ctx, next);
  };
}

/** @param db connections that see what the group of the link's account does */
const guestCheck =
  (db: Sql, findGuest: FindGuest): MayGuestSee =>
  async (request, asked) => {
    const guest = await findGuest(request);
    return guest !== undefined && (await maySeeFile(db, guest, asked));
  };

/** @throws any other error than a 401: without an answer nobody knows what the caller may see */
function onlyRefusal(error: unknown): undefined {
  if (!(error instanceof HttpError && error.status === 401)) throw error;
}

function archive(
  services: Services,
  files: Omit<FileOptions, "findPicture">,
  routes: Mounted[] = apiRoutes(),
): Koa.Middleware {
  const answer = api(services, routes);
  const send = fileAddresses({ ...files, findPicture: creatorPicture.bind(undefined, services.sql) });
  return (ctx, next) => answer(ctx, () => send(ctx, next));
}

function pageSettings(config: ServedConfig): PageSettings {
  const site = {
    access: config.ACCESS,
    contact: config.CONTACT,
    status: config.STATUS_URL,
    community: config.COMMUNITY_LINKS,
    ads: config.AD_BLOCKS,
    hidden: config.HIDE_LINKS,
    login: loginMethods(config),
  };
  return {
    siteName: config.SITE_NAME,
    dataServers: config.DATA_SERVERS,
    site,
    worker: config.SERVICE_WORKER,
  };
}

function api(services: Services, mounted: Mounted[]): Koa.Middleware {
  // By number of segments, because a router tries its routes one after the other.
  const routers = new Map<number, Router>();
  for (const route of mounted) {
    const depth = depthOf(`/api${route.contract.path}`);
    const router = routers.get(depth) ?? new Router({ prefix: "/api" });
    routers.set(depth, router);
    route.attach(router, services);
  }
  return async (ctx, next) => {
    if (isLoginForm(ctx)) ctx.path = `/api${logInByForm.path}`;
    if (!/^\/api(\/|$)/.test(ctx.path)) return next();
    const router = routers.get(depthOf(ctx.path));
    if (router === undefined) throw notFound();
    let found = true;
    // The router sets params and router itself.
    await router.routes()(ctx as RouterContext, async () => {
      found = false;
    });
    if (!found) throw refusal(router, ctx.path);
  };
}

const isLoginForm = (ctx: Koa.Context) => ctx.method === "POST" && ctx.path === LOGIN_FORM;

/** Number of segments of a path, ignoring a trailing slash. */
const depthOf = (path: string) => path.replace(/\/$/, "").split("/").length;

/** 405 with the allowed methods if the path exists, otherwise 404. */
function refusal(router: Router, path: string): HttpError {
  const methods = new Set(
    router.stack.filter((layer) => layer.match(path)).flatMap((layer) => layer.methods),
  );
  return methods.size > 0 ? methodNotAllowed([...methods].join(", ")) : notFound();
}
