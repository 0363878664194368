/** The service worker's cache of images (`sw/image-cache.ts`), in the browser's own Cache API. */
import { beforeEach, expect, test } from "vitest";
import { cachedImage } from "../../sw/image-cache.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const IMAGE = "/pwa/public/icon-192.png";
const requestOf = (image: string | number) => new Request(new URL(`${IMAGE}?${image}`, location.href));
const pictures = () => caches.open("images-1");

/** @param days since it was sent and last used */
async function put(image: string | number, sent: number, used: number): Promise<void> {
  const headers = {
    "content-type": "image/png",
    date: new Date(Date.now() - sent * DAY_MS).toUTCString(),
    "x-used-at": String(Date.now() - used * DAY_MS),
  };
  await (await pictures()).put(requestOf(image), new Response("stored", { headers }));
}

/** @returns whether it came from the cache, once the cache is written */
async function isCached(image: string | number, fallBack?: Response): Promise<boolean> {
  const pending: Promise<unknown>[] = [];
  const request =
    typeof image === "string" && image.startsWith("http") ? new Request(image) : requestOf(image);
  const response = await cachedImage(
    { event: { waitUntil: (done) => pending.push(done) }, request },
    async () => fallBack,
  );
  const text = await response.text();
  await Promise.all(pending);
  return text === "stored";
}

const stored = async () => (await (await pictures()).keys()).map(({ url }) => new URL(url).search.slice(1));

beforeEach(async () => {
  await caches.delete("images-1");
});

test("an image is fetched once, and again after 30 days", async () => {
  expect(await isCached("a")).toBe(false);
  expect(await stored()).toEqual(["a"]);
  await put("b", 29, 29);
  expect(await isCached("b")).toBe(true);
  await put("b", 31, 0);
  expect(await isCached("b")).toBe(false);
});

test("of more than 600 images the last used stay, and none that was not used for 30 days", async () => {
  await put("unused", 40, 40);
  for (let image = 0; image < 600; image++) await put(image, 2, 2);
  expect(await isCached(0)).toBe(true); // used again: the last one now
  expect(await stored()).not.toContain("unused");
  expect(await isCached("new")).toBe(false);
  expect(await stored()).toEqual(
    [...Array.from({ length: 599 }, (_, at) => String(at + 1)), "0", "new"].slice(1),
  );
});

test("an image that cannot be fetched is replaced by the saved one, and is not cached", async () => {
  const unreachable = "http://127.0.0.1:1/a.png";
  expect(await isCached(unreachable, new Response("stored"))).toBe(true);
  await expect(isCached(unreachable)).rejects.toThrow(TypeError);
  expect(await stored()).toEqual([]);
});

test("a response that is no image is not cached", async () => {
  expect(await isCached(new URL("/no-such-image", location.href).href)).toBe(false);
  expect(await stored()).toEqual([]);
});
