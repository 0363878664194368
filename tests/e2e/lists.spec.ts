import { expect, test } from "playwright/test";
import { addressOf, type SomePost } from "./page.ts";

test("posts come in pages of fifty, and the address follows", { tag: "@once" }, async ({ page }) => {
  await page.goto("/posts");
  await expect(page.locator("main article")).toHaveCount(50);
  const first = await page.locator("main article h2").first().textContent();
  const pages = page.getByRole("navigation", { name: "Pages of posts" });
  await pages.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/\?o=50$/);
  await expect(pages.getByRole("link", { name: "Page 2", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.locator("main article h2").first()).not.toHaveText(first ?? "");
  await page.goBack();
  await expect(page.locator("main article h2").first()).toHaveText(first ?? "");
  await page.reload();
  await expect(page.locator("main article")).toHaveCount(50);
});

test("by another date: the order and the address change; where it cannot be, the reason is said", async ({
  page,
}) => {
  const titles = page.locator("main article h2");
  const view = async () => await page.getByRole("button", { name: "View", exact: true }).click();
  const order = page.getByRole("combobox", { name: "Sort by" });
  const { posts } = (await (await page.request.get("/api/v1/posts?sort_by=edited")).json()) as {
    posts: SomePost[];
  };
  const hrefs = () =>
    page
      .locator("main article a:has(h2)")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("?")[0]));
  await page.goto("/posts");
  await expect(titles).toHaveCount(50);
  const usual = await hrefs();
  await view();
  await expect(order).toHaveValue("added");
  await order.selectOption("edited");
  await expect(page).toHaveURL(/\/posts\?sort_by=edited$/);
  await expect.poll(hrefs).toEqual(posts.map(addressOf));
  expect(usual).not.toEqual(posts.map(addressOf));
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get("sort_by") === "edited" && url.searchParams.get("o") === "50",
  );

  await page.goto("/posts?q=lantern&sort_by=edited");
  await expect(titles.first()).toContainText(/lantern/i);
  await view();
  await expect(order).toHaveValue("relevance");
  await expect(order).toHaveAccessibleDescription("Search results are sorted by relevance.");
  await expect(order.getByRole("option", { name: "Edited" })).toBeDisabled();

  const [first] = posts;
  const own = `/${first?.service}/user/${encodeURIComponent(first?.user ?? "")}`;
  const rows = (await (await page.request.get(`/api/v1${own}/posts?sort_by=edited`)).json()) as SomePost[];
  await page.goto(own);
  await view();
  await expect(order).toHaveValue("published");
  await order.selectOption("edited");
  await expect(page).toHaveURL(/\?sort_by=edited$/);
  await expect.poll(hrefs).toEqual(rows.map(addressOf));
  await page.keyboard.press("Escape");
  await page.locator("main article a:has(h2)").nth(1).click();
  await expect(page.getByRole("link", { name: "Previous", exact: true })).toHaveAttribute(
    "href",
    `${addressOf(rows[0] as SomePost)}?sort_by=edited`,
  );
});

test("each page says which address it has and what it is about", { tag: "@once" }, async ({ page }) => {
  const canonical = page.locator("link[rel=canonical]");
  const description = page.locator("meta[name=description]");
  const at = (path: string) => new RegExp(`^https?://[^/]+${path.replace(/[?.]/g, "\\$&")}$`);
  await page.goto("/posts?o=50&from=somewhere");
  await expect(canonical).toHaveAttribute("href", at("/posts?o=50"));
  await expect(description).toHaveAttribute("content", /^Posts\. A searchable archive/);
  const { posts } = (await (await page.request.get("/api/v1/posts")).json()) as {
    posts: (SomePost & { substring: string })[];
  };
  const post = posts.find(({ substring }) => /^<p>\w{3,} \w{3,}/.test(substring));
  if (post === undefined) throw new Error("The sample has posts with words.");
  await page.goto("/posts");
  await page.locator(`main article a[href="${addressOf(post)}"]:has(h2)`).click();
  await expect(canonical).toHaveAttribute("href", at(addressOf(post)));
  await expect(description).toHaveAttribute(
    "content",
    new RegExp(`^${/\w+ \w+/.exec(post.substring.slice(3))?.[0]}`),
  );
  await page.getByRole("main").getByRole("link").first().click(); // its creator
  await expect(canonical).toHaveAttribute(
    "href",
    at(`/${post.service}/user/${encodeURIComponent(post.user)}`),
  );
  await expect(description).toHaveAttribute("content", /^[\d,]+ posts? by .+, archived and searchable\.$/);
  await expect(canonical).toHaveCount(1);
});

test("an empty list says so in the agreed words", { tag: "@once" }, async ({ page }) => {
  await page.goto("/posts?q=zzzzqqqqxxxx");
  await expect(page.getByRole("heading", { name: "Nobody here but us chickens!" })).toBeVisible();
  await expect(page.getByText("There are no posts for your query.")).toBeVisible();
});

test("an offset between pages is refused in the server's words, with a way to try again", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto("/posts?o=7");
  await expect(page.getByRole("alert")).toContainText("Offset 7 is not a multiple of 50.");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a tag narrows the list and can be taken off again", { tag: "@once" }, async ({ page }) => {
  const tags = (await (await page.request.get("/api/v1/posts/tags")).json()) as {
    tag: string;
    post_count: number;
  }[];
  const tag = tags[0]?.tag ?? "";
  await page.goto(`/posts?${new URLSearchParams({ tag })}`);
  await expect(page.locator("main article").first()).toBeVisible();
  await page.getByRole("link", { name: `Remove tag ${tag}` }).click();
  await expect(page).toHaveURL(/\/posts$/);
});

test("creators are filtered as one types and at once on a choice", { tag: "@once" }, async ({ page }) => {
  await page.goto("/artists");
  const all = await page.locator("main article").count();
  await expect(page.locator("main article").first()).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("lantern");
  await expect(page).toHaveURL(/\?q=lantern$/);
  await expect(page.locator("main article").first()).toContainText(/lantern/i);
  expect(await page.locator("main article").count()).not.toBe(all);
  await page.getByLabel("Name", { exact: true }).fill("");
  await expect(page).toHaveURL(/\/artists$/);
  await page.locator("select[name=service]").selectOption("fanbox");
  await expect(page).toHaveURL(/service=fanbox/);
  for (const card of await page.locator("main article").all())
    await expect(card).toContainText("Pixiv Fanbox");
  await page.locator("select[name=sort_by]").selectOption("name");
  await page.getByRole("button", { name: /sort ascending/ }).click();
  await expect(page).toHaveURL(/sort_by=name&order=asc/);
});

test("the sidebar keeps its state on wide screens and is always retracted on narrow ones", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "a wide window is resized here");
  const sidebar = page.locator("#sidebar");
  await page.setViewportSize({ width: 1021, height: 800 });
  await page.goto("/");
  await expect(sidebar).toHaveAttribute("data-open", "true");
  await sidebar.getByRole("link", { name: "All posts" }).click();
  await expect(sidebar).toHaveAttribute("data-open", "true");
  await page.getByRole("button", { name: "Sidebar", exact: true }).click();
  await page.reload();
  await expect(sidebar).toHaveAttribute("data-open", "false");
  await page.setViewportSize({ width: 1019, height: 800 });
  await page.getByRole("button", { name: "Sidebar", exact: true }).click();
  await expect(sidebar).toHaveAttribute("data-open", "true");
  await sidebar.getByRole("link", { name: "All creators" }).click();
  await expect(sidebar).toHaveAttribute("data-open", "false");
});

test("an unknown address, service, creator or post is the 404 page", { tag: "@once" }, async ({ page }) => {
  for (const address of [
    "/nowhere/at/all",
    "/nosuchservice/user/1",
    "/patreon/user/nobody-here",
    "/patreon/user/1/post/nothing",
  ]) {
    await page.goto(address);
    await expect(page.getByText("The page you are looking for does not exist.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Home" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Go Back" })).toBeVisible();
  }
});
