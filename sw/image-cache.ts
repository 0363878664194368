/** Cached images of the archive: from the cache first, then from the network. */
import { PRIVATE_CACHE } from "#shared/rules/offline-db.ts";
import { isCacheableResponse } from "./cacheable.ts";

const CACHE_NAME = "images-1";
const MAX_IMAGES = 600;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_AGE_MS = 30 * DAY_MS;
/** Header of a stored image: when it was last used, in milliseconds, to the day. */
const USED_AT = "x-used-at";

interface ImageRequest {
  event: ExtendableEvent;
  request: Request;
}

/** @param fallBack when offline and not cached */
export async function cachedImage(
  { event, request }: ImageRequest,
  fallBack: () => Promise<Response | undefined>,
): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  const cached = await cache.match(request);
  if (cached !== undefined && ageOf(cached, "date") < MAX_AGE_MS) {
    if (ageOf(cached, USED_AT) > DAY_MS) event.waitUntil(store(cache, request, cached.clone()));
    return cached;
  }
  try {
    const response = await fetch(request);
    if (isCacheableResponse("image/", response) && !(await caches.has(PRIVATE_CACHE)))
      event.waitUntil(store(cache, request, response.clone()));
    return response;
  } catch (error) {
    const saved = await fallBack();
    if (saved === undefined) throw error;
    return saved;
  }
}

/** Milliseconds since a header's time; 0 without the header. */
function ageOf({ headers }: Response, name: "date" | typeof USED_AT): number {
  const value = headers.get(name);
  const time = name === "date" ? Date.parse(value ?? "") : Number(value);
  return value === null || Number.isNaN(time) ? 0 : Date.now() - time;
}

/** Stores the image as the last one, because the first ones are deleted when there are too many. */
async function store(cache: Cache, request: Request, { body, headers: sent }: Response): Promise<void> {
  const headers = new Headers(sent);
  headers.set(USED_AT, String(Date.now()));
  try {
    await cache.delete(request);
    await cache.put(request, new Response(body, { headers }));
    await deleteUnused(cache);
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") await caches.delete(CACHE_NAME);
    else throw error;
  }
}

async function deleteUnused(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  for (const [at, key] of keys.entries()) {
    const image = await cache.match(key);
    const isUnused = image !== undefined && ageOf(image, USED_AT) > MAX_AGE_MS;
    if (!isUnused && keys.length - at <= MAX_IMAGES) return;
    await cache.delete(key);
  }
}
