/** Copies that guests save of posts that a link shows, until its end (decision 0074); nothing of them is in the database. */
import { z } from "zod/mini";
import { checkGuestLinks, getGuest, listGuestPosts } from "#shared/contracts/guest-links.ts";
import { GuestPost, type GuestPostKey } from "#shared/entities/guest-link.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { GUEST_CACHES, GUEST_STATE, openGuestCopies } from "#shared/rules/guest-copies.ts";
import { MAX_CHECKED_LINKS } from "#shared/rules/guest-links.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { call } from "../../api/call.ts";
import { thumbnailAddress } from "../../lib/addresses.ts";
import { dataServers, fileAddress } from "../../lib/file-address.ts";
import { inlineImages } from "../../lib/inline-images.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import { cacheStorage, serviceWorkers } from "../../lib/secure-context/apis.ts";

export type GuestState = z.output<typeof getGuest.response>;
export type GuestList = z.output<typeof listGuestPosts.response>;

/** Stored beside the posts: what the link shows, the name of its list ("" for a link to one post) and its end. */
const State = z.object({ shown: getGuest.response, name: z.string(), ends: z.number() });
type State = z.output<typeof State>;

export interface GuestCopy {
  shown: GuestState;
  /** Saved posts, as a list. */
  list: GuestList;
  posts: GuestPost[];
}

const POSTS = "/guest/posts/";
const postEntry = ({ service, id }: GuestPostKey) =>
  `${POSTS}${encodeURIComponent(service)}/${encodeURIComponent(id)}`;
const isSame = (a: GuestPostKey, b: GuestPostKey) => a.service === b.service && a.id === b.id;

/** True if copies can be saved and served: data servers are not asked through the page of the link. */
export function canSaveCopies(): boolean {
  const hasWorker = serviceWorkers() !== undefined && pageMeta("worker") !== "off";
  return cacheStorage() !== undefined && hasWorker && dataServers().length === 0;
}

/** Tokens of links with a copy; deletes copies whose link has ended. */
async function savedTokens(): Promise<string[]> {
  const caches = cacheStorage();
  const names = caches === undefined ? [] : await openGuestCopies(caches, Date.now()).catch(() => []);
  return names.map((name) => name.slice(GUEST_CACHES.length));
}

async function openCopy(token: string): Promise<Cache | undefined> {
  return (await savedTokens()).includes(token) ? cacheStorage()?.open(GUEST_CACHES + token) : undefined;
}

/** The copy of a link that has not ended; undefined if no post of it is saved. */
export async function readGuestCopy(token: string): Promise<GuestCopy | undefined> {
  const cache = await openCopy(token);
  const state = State.safeParse(await (await cache?.match(GUEST_STATE))?.json());
  if (cache === undefined || !state.success) return undefined;
  const posts = await postsOf(cache);
  if (posts.length === 0) return undefined;
  const { shown, name } = state.data;
  const items = posts.map(({ service, id, title, published, files: [file = null] }) => ({
    service,
    id,
    title,
    published,
    file,
  }));
  return { shown, posts, list: { name, count: posts.length, posts: items } };
}

async function postsOf(cache: Cache): Promise<GuestPost[]> {
  const posts: GuestPost[] = [];
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith(POSTS)) continue;
    const post = GuestPost.safeParse(await (await cache.match(request))?.json());
    if (post.success) posts.push(post.data);
  }
  return posts;
}

/** A file as it is stored, and where it is loaded from. */
interface Part {
  entry: string;
  address: string;
}

function partsOf({ content, files }: GuestPost): Part[] {
  const inline = inlineImages(content).map((path) => ({ name: "", path }));
  const parts = [...files, ...inline].flatMap((file) => {
    const whole = { entry: `/data${file.path}`, address: fileAddress(file) };
    const preview = thumbnailAddress(file.path, 800);
    return hasThumbnail(file.path) ? [whole, { entry: preview, address: preview }] : [whole];
  });
  return [...new Map(parts.map((part) => [part.entry, part])).values()];
}

export interface SaveOptions {
  shown: GuestState;
  onProgress: (progress: { whole: number; total: number }) => void;
}

/**
 * Saves a post with its files; the post is stored last, so that a copy that was cut short is not shown.
 * @throws Error if a file cannot be loaded or stored; nothing of the post is left then
 */
export async function saveGuestPost(
  token: string,
  post: GuestPost,
  { shown, onProgress }: SaveOptions,
): Promise<void> {
  const cache = await cacheStorage()?.open(GUEST_CACHES + token);
  if (cache === undefined) return;
  const name = shown.post === null ? (await call(listGuestPosts)).name : "";
  const state: State = { shown, name, ends: parseIso(shown.expires_at).getTime() };
  const parts = partsOf(post);
  try {
    await cache.put(GUEST_STATE, Response.json(state));
    for (const [whole, { entry, address }] of parts.entries()) {
      onProgress({ whole, total: parts.length });
      if ((await cache.match(entry, { ignoreVary: true })) === undefined)
        await cache.put(entry, await load(address));
    }
    await cache.put(postEntry(post), Response.json(post));
  } catch (error) {
    await deleteGuestPost(token, post); // frees the space of its files
    throw error;
  }
}

/** @throws Error if the response is not the file, such as a login page of a network */
async function load(address: string): Promise<Response> {
  const response = await fetch(address, { cache: "no-store" }); // not stored a second time
  const hash = hashOfPath(new URL(address, location.origin).pathname.replace(/^(\/thumbnail)?\/data/, ""));
  const isFile =
    response.status === 200 && hash !== undefined && response.headers.get("etag")?.includes(hash);
  if (isFile !== true) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** Deletes the copy of a link, also where it is not complete. */
export async function deleteGuestCopy(token: string): Promise<void> {
  await cacheStorage()?.delete(GUEST_CACHES + token);
}

/** Deletes a post with the files that no other saved post has. */
export async function deleteGuestPost(token: string, post: GuestPostKey): Promise<void> {
  const cache = await openCopy(token);
  if (cache === undefined) return;
  await cache.delete(postEntry(post));
  const left = await postsOf(cache);
  if (left.length === 0) return await deleteGuestCopy(token);
  const entries = new Set([
    GUEST_STATE,
    ...left.flatMap((one) => [postEntry(one), ...partsOf(one).map(({ entry }) => entry)]),
  ]);
  for (const request of await cache.keys())
    if (!entries.has(new URL(request.url).pathname)) await cache.delete(request, { ignoreVary: true });
}

export const findGuestPost = (copy: GuestCopy | undefined, key: GuestPostKey): GuestPost | undefined =>
  copy?.posts.find((post) => isSame(post, key));

/** Deletes copies of links that have ended or were revoked. @returns tokens of others */
export async function checkGuestCopies(): Promise<string[]> {
  const tokens = (await savedTokens()).slice(0, MAX_CHECKED_LINKS);
  if (tokens.length === 0 || !navigator.onLine) return tokens;
  const open = await call(checkGuestLinks, { body: { tokens } });
  const ended = tokens.filter((_, at) => open[at] === false);
  for (const token of ended) await deleteGuestCopy(token);
  return tokens.filter((token) => !ended.includes(token));
}
