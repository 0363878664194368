import { expect, type Page, test } from "playwright/test";

/** What a worker fetches cannot be answered by a test. */
interface Tag {
  tag: string;
  post_count: number;
}

const links = (page: Page) => page.getByRole("main").getByRole("list").getByRole("link");
const filter = (page: Page) => page.getByRole("searchbox", { name: "Filter tags" });
const give = (page: Page, tags: Tag[]) =>
  page.route("**/api/v1/posts/tags", (route) => route.fulfill({ json: tags }));

test("every tag is there with its count, and leads to its posts", async ({ page }) => {
  const tags = (await (await page.request.get("/api/v1/posts/tags")).json()) as Tag[];
  await page.goto("/posts/tags");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tags");
  await expect(page.getByText(`${tags.length} tags`)).toBeVisible();
  const [first] = tags;
  await expect(links(page).first()).toContainText(`${first?.tag}`);
  await expect(links(page).first()).toContainText(`${first?.post_count} posts`);
  await links(page).first().click();
  await expect(page).toHaveURL(`/posts?${new URLSearchParams({ tag: first?.tag ?? "" })}`);
  await expect(page.getByRole("link", { name: `Remove tag ${first?.tag}` })).toBeVisible();
});

test("typing narrows the tags down; without a match it says so", async ({ page }) => {
  await give(page, [
    { tag: "café", post_count: 3 },
    { tag: "night cafe", post_count: 2 },
    { tag: "原神", post_count: 1 },
  ]);
  await page.goto("/posts/tags");
  await expect(links(page)).toHaveCount(3);
  await filter(page).fill("Cafe");
  await expect(links(page)).toHaveCount(2);
  await filter(page).fill("原");
  await expect(links(page)).toHaveText([/原神/]);
  await filter(page).fill("zzzz");
  await expect(page.getByText("There are no tags for your query.")).toBeVisible();
});

test("twenty thousand tags scroll, filter and come back without being made at once", async ({ page }) => {
  const tags = Array.from({ length: 20_000 }, (_, at) => ({ tag: `tag ${at}`, post_count: 20_000 - at }));
  await give(page, tags);
  await page.goto("/posts/tags");
  await expect(page.getByText("20,000 tags")).toBeVisible({ timeout: 15_000 });
  expect(await links(page).count()).toBeLessThan(400);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(links(page).filter({ hasText: "tag 19999" })).toBeVisible();
  expect(await links(page).count()).toBeLessThan(400);
  await page.evaluate(() => scrollTo(0, 40_000));
  const middle = await page.evaluate(() => scrollY);
  await expect
    .poll(() =>
      links(page).evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().top > 200).length),
    )
    .toBeGreaterThan(5);
  await links(page)
    .nth(Math.floor((await links(page).count()) / 2))
    .click();
  await expect(page).toHaveURL(/\/posts\?tag=/);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(middle - 1500);
});

test("an archive without tags, and a list that does not load", async ({ page }) => {
  await give(page, []);
  await page.goto("/posts/tags");
  await expect(page.getByText("There are no tags.", { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.route("**/api/v1/posts/tags", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/posts/tags");
  await expect(page.getByRole("alert")).toBeVisible({ timeout: 15_000 });
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(links(page).first()).toBeVisible();
});
