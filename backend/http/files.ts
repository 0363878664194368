/** Serves files and pictures. */
import type { Context, Middleware } from "koa";
import { BAD_IMAGE, BASIC_LOGIN, FILE_PATH, hashOfPath } from "#shared/rules/files.ts";
import type { AccessMode } from "#shared/rules/site.ts";
import { DEFAULT_WIDTH, THUMBNAIL_WIDTHS } from "#shared/rules/thumbnails.ts";
import { BusyError, PictureError } from "../files/decoders.ts";
import { contentTypeOf, disposition } from "../files/names.ts";
import { openLocal, openStored } from "../files/open-file.ts";
import type { Format, Pictures, Variant } from "../files/pictures.ts";
import { FileError, type FileStorage } from "../files/storage.ts";
import type { AskedFile } from "../guests/guests.ts";
import type { Withheld } from "../takedowns/withheld.ts";
import { withDeadline } from "./deadline.ts";
import { badInput, HttpError, methodNotAllowed, notFound, takenDown, unavailable } from "./errors.ts";
import { type RequireMember, setCaching } from "./members.ts";
import { challengeReader } from "./principal.ts";
import { parseQuery } from "./query.ts";
import { allowElsewhere, CACHE_FOREVER, sendFile } from "./send-file.ts";

const NOTHING_REPEATS: ReadonlySet<string> = new Set();
/** Made of a video: its pictures at equal intervals, in one, and a copy that every browser plays. */
const MADE = /^\/thumbnail\/(strip|rendition)\/data(?=\/)/;
const BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const DAMAGED_FILE = "The files are not available right now.";
/** A page of new cards asks for fifty pictures at once, which a small machine makes one after the other. */
const DEADLINES_OF_A_PICTURE = 6;
const CACHE_FOR_AN_HOUR = "public, max-age=3600";

/** Returns the stored path of a creator's picture; undefined if there is none. */
export type FindPicture = (
  service: string,
  id: string,
  kind: "icon" | "banner",
) => Promise<string | undefined>;

export interface FileOptions {
  storage: FileStorage;
  pictures: Pictures;
  findPicture: FindPicture;
  /** Why the file with this SHA-256 is not served; undefined if it is. */
  findWithheld(hash: string): Promise<Withheld | undefined>;
  /** True if a file that was found damaged is right again. */
  isRepaired(path: string): Promise<boolean>;
  /** Called if the stored bytes are not those of the file. */
  onDamage(hash: string, error: Error): void;
  /** Timeout of database and storage in milliseconds. */
  deadline: number;
  access: AccessMode;
  requireMember: RequireMember;
  /** True if the caller's group sees a use of the file; unset for callers who see everything. */
  isVisible?: ((hash: string) => Promise<boolean>) | undefined;
  /** Allows pages of other origins to use files: with data servers, this may be one. */
  elsewhere: boolean;
}

/** `/data/…`, `/thumbnail/data/…`, `/thumbnail/strip/data/…`, `/thumbnail/rendition/data/…`, `/icons/…`, `/banners/…`, and the bare `/aa/bb/…` of old clients. */
export function fileAddresses(options: FileOptions): Middleware {
  return async (ctx, next) => {
    const path = ctx.path.replace(/\/{2,}/g, "/");
    const [, first = ""] = path.split("/");
    const asked = askedFile(path);
    const [start = "", made] = MADE.exec(path) ?? [];
    if (FILE_PATH.test(path)) {
      await allowReading(ctx, options, asked);
      ctx.redirect(`/data${path}${ctx.search}`);
    } else if (first === "data" && ctx.method === "OPTIONS" && options.elsewhere) {
      answerPreflight(ctx);
    } else if (made === "strip" || made === "rendition") {
      await allowReading(ctx, options, asked);
      await sendMade(ctx, path.slice(start.length), made, options);
    } else if (first === "data" || first === "thumbnail") {
      await allowReading(ctx, options, asked);
      await (first === "data"
        ? sendStored(ctx, path.slice(5), options)
        : sendThumbnail(ctx, path.slice(15), options, path));
    } else if (first === "icons" || first === "banners") {
      await allowReading(ctx, options, asked);
      await sendCreatorPicture(ctx, path, options);
    } else {
      await next();
    }
  };
}

/** Content at an address; undefined if it is not that of a file. */
function askedFile(path: string): AskedFile | undefined {
  const hash = hashOfPath(path.replace(/^(\/thumbnail(\/(strip|rendition))?)?\/data(?=\/)/, ""));
  if (hash !== undefined) return { hash };
  const [, kind, service, id, ...rest] = path.split("/").map(decodeURIComponent);
  const isPicture = (kind === "icons" || kind === "banners") && rest.length === 0;
  return isPicture && service !== undefined && id !== undefined ? { service, id } : undefined;
}

async function allowReading(
  ctx: Context,
  { requireMember }: FileOptions,
  asked: AskedFile | undefined,
): Promise<void> {
  if (ctx.method !== "GET" && ctx.method !== "HEAD") throw methodNotAllowed("GET, HEAD");
  // An uploaded script must never be registered as a service worker.
  if (ctx.get("service-worker") !== "")
    throw new HttpError(403, "Files cannot be service workers.", "forbidden");
  const { login } = parseQuery(ctx.querystring, NOTHING_REPEATS); // may throw, when nothing else is under way
  // Before anything that depends on the file.
  const admitted = requireMember(ctx.req, asked);
  await (login === BASIC_LOGIN ? admitted.catch(challengeReader) : admitted);
}

/** Answers the CORS preflight of a range request. */
function answerPreflight(ctx: Context): void {
  allowElsewhere(ctx);
  ctx.set("access-control-allow-methods", "GET, HEAD");
  ctx.set("access-control-allow-headers", "range");
  ctx.set("access-control-max-age", "86400");
  ctx.status = 204;
}

async function sendStored(ctx: Context, path: string, options: FileOptions): Promise<void> {
  const { storage, elsewhere, deadline, access } = options;
  const hash = hashOfPath(path);
  if (hash === undefined) throw notFound();
  const isDamaged = (await refuseWithheld(options, hash)) === "damaged";
  if (isDamaged && !(await withDeadline(deadline, () => options.isRepaired(path))))
    throw unavailable(DAMAGED_FILE);
  const { f } = parseQuery(ctx.querystring, NOTHING_REPEATS);
  const name = typeof f === "string" ? f : undefined;
  const { type, inline } = contentTypeOf(path, name);
  const file = {
    open: () => openStored(storage, path, (error) => options.onDamage(hash, error)),
    type,
    disposition: disposition(inline, name),
    etag: hash,
    cacheControl: CACHE_FOREVER,
    access,
    embeddable: elsewhere,
  };
  await sendFile(ctx, file, deadline);
}

/** @throws HttpError 451 for a takedown, 404 for what moderators hide or the caller's group does not see */
async function refuseWithheld(
  { findWithheld, isVisible, deadline }: FileOptions,
  hash: string,
): Promise<"damaged" | undefined> {
  if (isVisible !== undefined && !(await withDeadline(deadline, () => isVisible(hash)))) throw notFound();
  const withheld = await withDeadline(deadline, () => findWithheld(hash));
  if (withheld === "takedown") throw takenDown();
  if (withheld === "hidden") throw notFound();
  return withheld;
}

async function sendThumbnail(ctx: Context, path: string, options: FileOptions, whole: string): Promise<void> {
  const { w = "" } = parseQuery(ctx.querystring, NOTHING_REPEATS);
  const variant = w === "" ? DEFAULT_WIDTH : THUMBNAIL_WIDTHS.find((width) => String(width) === w);
  if (variant === undefined) throw badInput(`Expected w to be one of ${THUMBNAIL_WIDTHS.join(", ")}.`);
  if (!whole.startsWith("/thumbnail/data/")) throw notFound();
  await refuseWithheld(options, hashOfPath(path) ?? "");
  await sendPicture(ctx, options, path, variant, CACHE_FOREVER);
}

async function sendMade(
  ctx: Context,
  path: string,
  part: "strip" | "rendition",
  options: FileOptions,
): Promise<void> {
  const hash = hashOfPath(path);
  if (hash === undefined) throw notFound();
  await refuseWithheld(options, hash);
  const { pictures, deadline, access } = options;
  const found = await withDeadline(deadline, () => pictures.locatePart(path, part));
  if (found === undefined) throw notFound();
  const file = { open: () => openLocal(found), etag: `${hash}-${part}`, access };
  const sent =
    part === "strip"
      ? { ...file, type: "image/jpeg", cacheControl: CACHE_FOREVER }
      : { ...file, type: "video/mp4", cacheControl: CACHE_FOR_AN_HOUR };
  await sendFile(ctx, sent, deadline);
}

async function sendCreatorPicture(ctx: Context, path: string, options: FileOptions): Promise<void> {
  const [, kind, service, id, ...rest] = path.replace(/\/$/, "").split("/").map(decodeURIComponent);
  if (service === undefined || id === undefined || rest.length > 0) throw notFound();
  const variant = kind === "icons" ? "icon" : "banner";
  const stored = await withDeadline(options.deadline, () => options.findPicture(service, id, variant));
  if (stored === undefined) {
    const { else: instead } = parseQuery(ctx.querystring, NOTHING_REPEATS);
    if (instead !== "blank") throw notFound();
    return sendBlank(ctx, options.access);
  }
  await sendPicture(ctx, options, stored, variant, CACHE_FOR_AN_HOUR);
}

/** Sends an empty picture, over the app's placeholder: a 404 would log an error in the browser's console. */
function sendBlank(ctx: Context, access: AccessMode): void {
  setCaching(ctx, access, CACHE_FOR_AN_HOUR);
  ctx.type = "image/svg+xml";
  ctx.body = BLANK;
}

async function sendPicture(
  ctx: Context,
  { pictures, deadline, onDamage, access }: FileOptions,
  path: string,
  variant: Variant,
  cacheControl: string,
) {
  const format = formatFor(ctx.get("accept"));
  const making = () => pictures.locate(path, variant, format);
  const thumbnail = await withDeadline(deadline * DEADLINES_OF_A_PICTURE, making).catch((error) => {
    if (error instanceof FileError && error.fault === "hash mismatch")
      onDamage(hashOfPath(path) ?? "", error);
    return refusePicture(error);
  });
  if (thumbnail === undefined) throw notFound();
  const file = {
    open: () => openLocal(thumbnail),
    type: `image/${format}`,
    etag: `${hashOfPath(path)}-${variant}-${format}`,
    cacheControl,
    access,
    vary: "accept",
  };
  await sendFile(ctx, file, deadline);
}

/** Converts the error of a picture that could not be created. */
export function refusePicture(error: unknown): never {
  if (error instanceof PictureError) throw new HttpError(422, BAD_IMAGE, "bad_image");
  throw error instanceof BusyError ? unavailable(error.message) : error;
}

/** AVIF if listed in Accept, as browsers do; otherwise WebP. */
export function formatFor(accept: string): Format {
  const named = /(?:^|,)\s*image\/avif\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i.exec(accept);
  return named !== null && Number(named[1] ?? 1) > 0 ? "avif" : "webp";
}
