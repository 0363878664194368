/** Favorites of a visitor that become an account's, and a large `favorites.json`. */
import { expect, type Page, test } from "playwright/test";
import { logIn, register, registerByForm, someone } from "#tests/support/someone.ts";
import { addressOf, follow, newestPosts, visit } from "./page.ts";

const IMPORTED = 2_000;

interface Key {
  service: string;
  user: string;
  id: string;
}

/** Posts of the running archive, newest first, without those that other specs take away for a while. */
async function somePosts(page: Page, most: number): Promise<Key[]> {
  const found = new Map<string, Key>(); // what others import meanwhile moves the last post of a page to the next
  for (let offset = 200; found.size < most; offset += 50) {
    const answer = await page.request.get(`/api/v1/posts?o=${offset}`);
    const { posts = [] } = (await answer.json()) as { posts?: Key[] };
    if (posts.length === 0) break;
    for (const { service, user, id } of posts) found.set(`${service}/${user}/${id}`, { service, user, id });
  }
  return [...found.values()].slice(0, most);
}

const favoritePosts = async (page: Page): Promise<Key[]> =>
  (await page.request.get("/api/v1/account/favorites?type=post")).json();

test("two thousand favorites are imported from a file, and again without a change @once", async ({
  page,
}) => {
  await register(page, someone(), "/account/favorites/export");
  const found = await somePosts(page, IMPORTED);
  const missing = Array.from({ length: IMPORTED - found.length }, (_, at) => ({
    service: "patreon",
    user: "nobody",
    id: `missing-${at}`,
  }));
  const buffer = Buffer.from(JSON.stringify({ artists: [], posts: [...found, ...missing] }));
  const choose = () =>
    page
      .getByLabel("Import favorites.json")
      .setInputFiles({ name: "favorites.json", mimeType: "application/json", buffer });
  await choose();
  const status = page.getByRole("main").getByRole("status");
  const number = (count: number) => count.toLocaleString("en");
  await expect(status).toHaveText(
    `${number(found.length)} added, 0 already there, ${number(missing.length)} not in this archive.`,
  );
  await choose();
  await expect(status).toHaveText(
    `0 added, ${number(found.length)} already there, ${number(missing.length)} not in this archive.`,
  );
  const keys = (posts: Key[]) => posts.map(({ service, user, id }) => `${service}/${user}/${id}`).sort();
  expect(keys(await favoritePosts(page))).toEqual(keys(found));
  await visit(page, "/account/favorites/posts");
  await expect(page.getByText(`${number(found.length)} posts`)).toBeVisible();
});

test("favorites of a visitor are shown before the login and belong to the account after it", {
  tag: "@once",
}, async ({ page }) => {
  const visitor = someone();
  await registerByForm(page, visitor);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("link", { name: "Log out" }).last().click();
  await expect(page.getByText("Logged out.")).toBeVisible();
  const [post] = await newestPosts(page);
  if (post === undefined) throw new Error("The sample has no posts.");
  const star = page.getByRole("main").getByRole("button", { name: "Favorite", exact: true });
  await visit(page, addressOf(post));
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await visit(page, `/${post.service}/user/${encodeURIComponent(post.user)}`);
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await follow(page, "/favorites");
  await expect(page).toHaveURL(/\/account\/favorites\/artists$/);
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(1);
  await page.getByRole("main").getByRole("link", { name: "Posts", exact: true }).click();
  await expect(cards.locator(`a[href="${addressOf(post)}"]`)).toHaveCount(1);
  await visit(page, "/authentication/login");
  await expect(
    page.getByText("1 creator and 1 post from this device will be added to your favorites."),
  ).toBeVisible();
  await logIn(page, visitor);
  await expect
    .poll(async () => (await page.request.get("/api/v1/account/favorites?type=post")).text())
    .toContain(`"id":"${post.id}"`);
  await page.goto(addressOf(post));
  await expect(star).toHaveAttribute("aria-pressed", "true");
});
