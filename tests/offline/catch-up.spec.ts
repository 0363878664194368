/** New posts since the last visit, of favorites and of saved searches: the server's figures, and with one press they are there without a connection. */
import { expect } from "playwright/test";
import { printCondition } from "#shared/search/query.ts";
import { register, someone } from "#tests/support/someone.ts";
import { violations } from "../e2e/axe.ts";
import { addressOf, visit } from "../e2e/page.ts";
import { withWorker } from "./device.ts";
import { test } from "./installed.ts";
import { keyOf, type Listed, markOf, somePosts } from "./saved.ts";

type Found = Listed & { added: string; tags: string[] | null };

interface News {
  count: number;
  creators: { service: string; id: string; name: string; count: number }[];
  posts: Listed[];
}

test("new posts of favorites are counted as the server does, saved with one press, and open offline", async ({
  page,
  context,
}) => {
  await withWorker(page);
  await register(page, someone());
  const { request } = page;
  const get = async <T>(path: string) => (await (await request.get(`/api/v1${path}`)).json()) as T;
  const newsSince = (since: string) => get<News>(`/account/favorites/new?since=${since}`);

  // Favorites, and a date after which they have eight posts.
  const creators = new Set(
    (await somePosts(page, 50)).map(({ service, user }) => `${service}/${user}`).slice(0, 6),
  );
  const headers = { origin: new URL(page.url()).origin };
  for (const creator of creators)
    expect((await request.post(`/api/v1/favorites/creator/${creator}`, { headers })).ok()).toBe(true);
  const all = await newsSince("2000-01-01T00:00:00");
  const ninth = all.posts[8];
  if (ninth === undefined) throw new Error("The sample has too few posts.");
  const { service, user, id } = ninth;
  const { post } = await get<{ post: { added: string } }>(`/${service}/user/${user}/post/${id}`);
  const news = await newsSince(post.added);
  expect(news.count).toBe(news.posts.length);
  const muted = news.creators.at(-1);
  if (muted === undefined || news.creators.length < 2) throw new Error("The new posts are of one creator.");
  const left = news.posts.filter((one) => one.service !== muted.service || one.user !== muted.id);

  // A saved search that finds new posts of others.
  const isFavorite = ({ service, user }: Listed) => creators.has(`${service}/${user}`);
  const newest = await get<{ posts: Found[] }>("/posts?with=tags");
  const tags = newest.posts.filter((one) => !isFavorite(one)).flatMap((one) => one.tags ?? []);
  const searches = await Promise.all(
    [...new Set(tags)].slice(0, 10).map(async (tag) => {
      const q = printCondition({ key: "tag", value: tag, isExcluded: false });
      const { posts } = await get<{ posts: Found[] }>(`/posts?q=${encodeURIComponent(`${q} sort:added`)}`);
      return { q, found: posts.filter((one) => one.added > post.added && !isFavorite(one)) };
    }),
  );
  searches.sort((a, b) => a.found.length - b.found.length);
  const search = searches.find(({ found }) => found.length > 0);
  if (search === undefined) throw new Error("No search finds anything new.");
  const { q, found } = search;
  await page.goto(`/posts?q=${encodeURIComponent(q)}`);
  await page.getByRole("button", { name: "Save search" }).click();
  await expect(page.getByRole("button", { name: "Saved search" })).toBeVisible();

  await page.evaluate(
    ([since, creator]) => {
      const mutes = { mode: "collapse", creators: [creator], tags: [], words: [], services: [] };
      localStorage.setItem("mutes", JSON.stringify(mutes));
      localStorage.setItem("catch-up", `${since} `);
    },
    [post.added, muted] as const,
  );
  await page.goto("/account");
  await page.getByRole("main").getByRole("link", { name: "New posts" }).click();
  const main = page.getByRole("main");
  const shown = [...left, ...found];
  const by = news.creators.length === 2 ? "1 creator" : `${news.creators.length - 1} creators`;
  await expect(main.getByText(`${shown.length} new posts by ${by} and in 1 saved search`)).toBeVisible();
  const group = main.locator("section", { has: page.getByRole("link", { name: q, exact: true }) });
  await expect(
    group.getByText(found.length === 1 ? "1 new post" : `${found.length} new posts`, { exact: true }),
  ).toBeVisible();
  for (const one of news.creators.filter((creator) => creator !== muted)) {
    const group = main.locator("section", { has: page.getByRole("link", { name: one.name, exact: true }) });
    await expect(group.getByText(one.count === 1 ? "1 new post" : `${one.count} new posts`)).toBeVisible();
  }
  await expect(main.getByText(muted.name)).toHaveCount(0);
  await expect(main.locator(`a[href*="/${muted.service}/user/${muted.id}"]`)).toHaveCount(0);
  expect(await violations(page, "new posts")).toEqual([]);

  // The size is known before anything is saved.
  const save = main.getByRole("button", { name: /^Save all for offline: [\d.]+ / });
  await expect(save).toBeVisible();
  for (const one of shown) expect(await markOf(page, keyOf(one))).toBeUndefined();
  await save.click();
  for (const one of shown) await expect.poll(() => markOf(page, keyOf(one))).toBe("w");
  await page.keyboard.press("Escape");
  await expect(main.getByText(`All ${shown.length} posts are saved on this device.`)).toBeVisible();
  await main.getByRole("button", { name: "Mark all as seen" }).click();
  await expect(page.getByText(`${shown.length} posts marked as seen.`)).toBeVisible();

  await context.setOffline(true);
  await page.reload(); // nothing is left in memory
  for (const one of shown) {
    await visit(page, addressOf(one));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(one.title.trim() || /./);
    await expect(page.getByText("You are offline", { exact: true })).toHaveCount(0);
  }
});
