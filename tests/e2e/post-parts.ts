/** Posts of the sample with certain parts, found through the API, and answers changed on their way. */
import { expect, type Page } from "playwright/test";
import { addressOf, type SomePost } from "./page.ts";

interface Named {
  name: string;
  path: string;
}

export interface Envelope {
  post: Record<string, unknown> & { title: string; service: string; user: string; id: string };
  attachments: (Named & { name_extension: string })[];
  previews: (Named & { type: string })[];
  videos: Named[];
}

type ListedPost = Omit<SomePost, "attachments"> & { attachments: Named[] };

/** The whole answer of a post page. */
export async function envelopeOf(page: Page, address: string): Promise<Envelope> {
  const answer = await page.request.get(`/api/v1${address}`);
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Envelope;
}

/** Address of the newest post among the first `pages` that holds `wanted`. */
export async function findPost(
  page: Page,
  wanted: (post: ListedPost) => boolean,
  pages = 12,
): Promise<string> {
  for (let at = 0; at < pages; at++) {
    const answer = await page.request.get(`/api/v1/posts?o=${at * 50}`);
    if (!answer.ok()) break;
    const { posts } = (await answer.json()) as { posts: ListedPost[] };
    const found = posts.find(wanted);
    if (found !== undefined) return addressOf(found);
    if (posts.length < 50) break;
  }
  throw new Error("The sample has no such post.");
}

export const isImage = ({ path }: Named) => /\.(png|jpg|jpeg|webp|gif)$/.test(path);

/** A post with at least `count` different images. */
export function postWithManyImages(page: Page, count: number): Promise<string> {
  return findPost(
    page,
    (post) => new Set(post.attachments.filter(isImage).map(({ path }) => path)).size >= count,
  );
}

export function postWithSounds(page: Page, count: number): Promise<string> {
  return findPost(
    page,
    (post) => post.attachments.filter(({ path }) => path.endsWith(".wav")).length >= count,
  );
}

/** The page gets the post with some of its parts replaced; the rest is the server's own. */
export async function changePost(
  page: Page,
  address: string,
  change: (envelope: Envelope) => unknown,
): Promise<void> {
  await page.route(`**/api/v1${address}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change((await answer.json()) as Envelope) });
  });
}
