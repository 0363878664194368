/** Helpers that the specs about saved posts share: posts to save, the screens' buttons, and the device's database. */
import { expect, type Page } from "playwright/test";
import { hashOfPath } from "#shared/rules/files.ts";
import type { SomePost } from "../e2e/page.ts";

export interface Named {
  name: string;
  path: string;
}
export type Listed = Omit<SomePost, "attachments"> & { attachments: Named[]; file: Partial<Named> };

export const isImage = ({ path }: { path?: string }) => /\.(png|jpg|jpeg|webp|gif)$/.test(path ?? "");
export const keyOf = ({ service, user, id }: SomePost | Listed) => `${service}/${user}/${id}`;

/** Posts of the running archive, newest first. */
export async function somePosts(page: Page, count: number): Promise<Listed[]> {
  const posts: Listed[] = [];
  for (let o = 0; posts.length < count; o += 50) {
    const answer = await page.request.get(`/api/v1/posts?o=${o}`);
    expect(answer.ok()).toBe(true);
    const next = ((await answer.json()) as { posts: Listed[] }).posts;
    posts.push(...next);
    if (next.length < 50) break;
  }
  return posts.slice(0, count);
}

export function filesOf(post: Listed): Named[] {
  const main = post.file.path === undefined ? [] : [{ name: post.file.name ?? "", path: post.file.path }];
  const files = new Map([...main, ...post.attachments].map((file) => [file.path, file]));
  return [...files.values()];
}

/** The first post with at least `count` different images and a title. */
export async function postWithImages(page: Page, count: number): Promise<Listed> {
  const found = (await somePosts(page, 600)).find(
    (post) => post.title.trim() !== "" && filesOf(post).filter(isImage).length >= count,
  );
  if (found === undefined) throw new Error(`The sample has no post with ${count} images.`);
  return found;
}

/** Letters of `localStorage`'s list: w whole, p partial, s saving, l listed, g gone. */
export async function markOf(page: Page, key: string): Promise<string | undefined> {
  const text = await page.evaluate(() => localStorage.getItem("saved") ?? "");
  return text.split("\n").find((line) => line.split("\t")[1] === key)?.[0];
}

/** Presses Save on an open post and waits until nothing is being saved. */
export async function savePost(page: Page, key: string, kinds: string[] = []): Promise<void> {
  await page.getByRole("button", { name: "Save offline" }).click();
  const dialog = page.getByRole("dialog");
  for (const kind of kinds) await dialog.getByRole("checkbox", { name: new RegExp(`^${kind}`) }).check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => markOf(page, key)).toMatch(/^[wp]$/);
}

export interface StoredState {
  saved: {
    key: string;
    title: string;
    state: string;
    bytes: number;
    files: { hash: string; state: string }[];
  }[];
  files: { hash: string; isWhole: number; posts: string[] }[];
  /** SHA-256 of the bytes of every file's parts, put together. */
  digests: Record<string, string>;
  posts: string[];
  comments: string[];
}

/** The database as it is, hashes computed again; everything empty where there is none. */
export async function stored(page: Page): Promise<StoredState> {
  const found = await page.evaluate(async () => {
    const request = indexedDB.open("roost");
    const db = await new Promise<IDBDatabase | undefined>((resolve, reject) => {
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () =>
        request.error?.name === "AbortError" ? resolve(undefined) : reject(request.error);
    });
    if (db === undefined) return undefined;
    const all = <T>(store: string, keys = false) =>
      new Promise<T[]>((resolve, reject) => {
        const target = db.transaction(store).objectStore(store);
        const asked = keys ? target.getAllKeys() : target.getAll();
        asked.onsuccess = () => resolve(asked.result as T[]);
        asked.onerror = () => reject(asked.error);
      });
    const parts = await all<{ hash: string; part: number; data: Blob }>("parts");
    const blobs = new Map<string, Blob[]>();
    for (const { hash, part, data } of parts) {
      const list = blobs.get(hash) ?? [];
      list[part] = data;
      blobs.set(hash, list);
    }
    const digests: Record<string, string> = {};
    for (const [hash, list] of blobs) {
      const digest = await crypto.subtle.digest("SHA-256", await new Blob(list).arrayBuffer());
      digests[hash] = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    const result = {
      saved: await all<StoredState["saved"][number]>("saved"),
      files: await all<StoredState["files"][number]>("files"),
      digests,
      posts: await all<string>("posts", true),
      comments: await all<string>("comments", true),
    };
    db.close();
    return result;
  });
  return found ?? { saved: [], files: [], digests: {}, posts: [], comments: [] };
}

/** Every file of these posts that fits `wanted` is stored once, whole, with the bytes that its path names. */
export function expectTrue(state: StoredState, posts: readonly Listed[], wanted = isImage): void {
  const hashes = new Set(
    posts
      .flatMap(filesOf)
      .filter(wanted)
      .map(({ path }) => hashOfPath(path) ?? ""),
  );
  const whole = state.files.filter(({ isWhole }) => isWhole === 1).map(({ hash }) => hash);
  expect([...hashes].filter((hash) => !whole.includes(hash))).toEqual([]);
  for (const hash of whole) expect(state.digests[hash]).toBe(hash);
  for (const [hash, digest] of Object.entries(state.digests)) expect(digest).toBe(hash);
  for (const post of posts) expect(state.saved.find(({ key }) => key === keyOf(post))?.state).toBe("whole");
}
