/** All profiles of a person without a connection: what the device has of each of them, and nothing else is claimed. */
import { expect, type Page } from "playwright/test";
import type { LinkedPost } from "#shared/entities/creator-link.ts";
import { addressOf, follow } from "../e2e/page.ts";
import { keptPosts, withWorker } from "./device.ts";
import { test } from "./installed.ts";

interface Creator {
  service: string;
  id: string;
  relation_id: number | null;
}
const get = async <T>(page: Page, path: string): Promise<T> =>
  (await (await page.request.get(`/api/v1${path}`)).json()) as T;
const pathOf = ({ service, id }: Creator) => `/${service}/user/${encodeURIComponent(id)}`;

async function person(page: Page): Promise<{ all: string; posts: LinkedPost[] }> {
  const { results } = await get<{ results: Creator[] }>(page, "/artists/updated");
  for (const creator of results.filter(
    ({ relation_id, service }) => relation_id !== null && service !== "discord",
  )) {
    const { posts } = await get<{ posts: LinkedPost[] }>(page, `${pathOf(creator)}/links/posts`);
    const services = [...new Set(posts.map(({ service }) => service))];
    const one = services.flatMap((service) => posts.find((post) => post.service === service) ?? []);
    if (one.length > 1) return { all: `${pathOf(creator)}/links/posts`, posts: one };
  }
  throw new Error("Nobody in the sample has posts on two services.");
}

test("posts of all profiles that are on the device are listed and searched offline", async ({
  page,
  context,
}) => {
  const { all, posts } = await person(page);
  const main = page.getByRole("main");
  const card = ({ service, user, id }: LinkedPost) =>
    main.locator(`article a[href^="/${service}/user/${encodeURIComponent(user)}/post/${id}"]`).first();
  await withWorker(page);
  const links = page.waitForResponse((answer) => answer.url().endsWith("/links") && answer.ok());
  await follow(page, all);
  await links;
  await expect(main.getByRole("article").first()).toBeVisible();
  for (const post of posts) {
    await follow(page, addressOf(post));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title.trim());
  }
  await keptPosts(page, posts);
  await context.setOffline(true);

  // The page that was visited is there as it was.
  await follow(page, all);
  await expect(card(posts[0]!)).toBeVisible();
  // Of one that was not, the device has what was read.
  await page.goto(`${all}?after=${encodeURIComponent("1/patreon/0")}`);
  await expect(main.getByText(/^No answer from the archive: \d+ posts? of these profiles/)).toBeVisible();
  for (const post of posts) await expect(card(post)).toBeVisible();

  const word = /\p{L}{4,}/u.exec(posts[1]!.title)?.[0] ?? "";
  await main.getByRole("combobox", { name: "Search all profiles" }).fill(word);
  await page.keyboard.press("Enter");
  await expect(main.getByText(/^Searching \d+ posts? on this device$/)).toBeVisible();
  await expect(card(posts[1]!)).toBeVisible();

  await context.setOffline(false);
  await expect(main.getByText(/^Searching/)).toHaveCount(0); // it asks again by itself
});

test("a person of whom nothing is on the device is a failure, until there is a connection", async ({
  page,
  context,
}) => {
  const { all } = await person(page);
  await withWorker(page);
  await context.setOffline(true);
  await follow(page, all);
  const main = page.getByRole("main");
  await expect(main.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  await expect(main.getByText(/these profiles are on this device/)).toHaveCount(0);
  await context.setOffline(false);
  await expect(main.getByRole("article").first()).toBeVisible();
});
