/** New posts since the last visit: the server's figures, and with one press they are there without a connection. */
import { expect, test } from "playwright/test";
import { register, someone } from "#tests/support/someone.ts";
import { violations } from "../e2e/axe.ts";
import { addressOf } from "../e2e/page.ts";
import { keyOf, type Listed, markOf, somePosts, withWorker } from "./saved.ts";

test.use({ serviceWorkers: "allow", bypassCSP: true }); // the accessibility checker is a script of its own

interface News {
  count: number;
  creators: { service: string; id: string; name: string; count: number }[];
  posts: Listed[];
}

test("new posts of favorites are counted as the server does, saved with one press, and open offline", async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await withWorker(page);
  await register(page, someone());
  const { request } = page;
  const get = async <T>(path: string) => (await (await request.get(`/api/v1${path}`)).json()) as T;
  const newsSince = (since: string) => get<News>(`/account/favorites/new?since=${since}`);

  // Favorites, and a date after which they have eight posts.
  const creators = new Set((await somePosts(page, 50)).map(({ service, user }) => `${service}/${user}`));
  const headers = { origin: new URL(page.url()).origin };
  for (const creator of [...creators].slice(0, 6))
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
  const posts = left.length === 1 ? "1 new post" : `${left.length} new posts`;
  const by = news.creators.length === 2 ? "1 creator" : `${news.creators.length - 1} creators`;
  await expect(main.getByText(`${posts} by ${by}`)).toBeVisible();
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
  for (const one of left) expect(await markOf(page, keyOf(one))).toBeUndefined();
  await save.click();
  for (const one of left) await expect.poll(() => markOf(page, keyOf(one)), { timeout: 60_000 }).toBe("w");
  await page.keyboard.press("Escape");
  await expect(
    main.getByText(left.length === 1 ? /^Saved\./ : `All ${left.length} posts are saved.`),
  ).toBeVisible();

  await context.setOffline(true);
  for (const one of left) {
    await page.goto(addressOf(one));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(one.title.trim() || /./);
    await expect(page.getByText("You are offline", { exact: true })).toHaveCount(0);
  }
});
