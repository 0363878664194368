import { expect, test } from "playwright/test";
import { addressOf, newestPosts, postWithImages, visit } from "./page.ts";

test("a post page names the post, its creator and service, and shows its parts; a creator page its posts alone", async ({
  page,
}) => {
  const post = await postWithImages(page);
  await page.goto(addressOf(post));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title);
  await expect(page).toHaveTitle(/^Post ".+" by ".+" from .+/);
  await expect(
    page
      .getByRole("region", { name: /^Files/ })
      .getByRole("img")
      .first(),
  ).toBeVisible();
  await page.getByRole("heading", { name: /^Comments/ }).scrollIntoViewIfNeeded();
  await expect(page.getByText("Loading comments...")).toHaveCount(0);

  await visit(page, `/${post.service}/user/${post.user}`);
  const profile = (await (
    await page.request.get(`/api/v1/${post.service}/user/${post.user}/profile`)
  ).json()) as { name: string };
  await expect(page.getByRole("heading", { level: 1, name: profile.name })).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Creator" }).getByRole("link", { name: "Posts" }),
  ).toHaveAttribute("aria-current", "page");
  await page.getByRole("combobox", { name: "Search these posts" }).fill(post.title.split(" ")[0] ?? "");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\?q=/);
  await expect(page.locator("main article").first()).toBeVisible();
});

test("arrow keys and links lead to the neighbors; a missing one is greyed", async ({ page, isMobile }) => {
  const post = await postWithImages(page);
  const list = (await (await page.request.get(`/api/v1/${post.service}/user/${post.user}/posts`)).json()) as {
    id: string;
    title: string;
  }[];
  const [newest, second] = list;
  await page.goto(`/${post.service}/user/${post.user}/post/${newest?.id}`);
  const nav = page.getByRole("navigation", { name: "Posts by this creator" });
  await expect(nav.locator("[aria-disabled=true]")).toHaveText("Previous");
  if (isMobile) await nav.getByRole("link", { name: "Next" }).click();
  else await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(new RegExp(`/post/${second?.id}$`));
  await nav.getByRole("link", { name: `Previous ${newest?.title}` }).click();
  await expect(page).toHaveURL(new RegExp(`/post/${newest?.id}$`));
  await page
    .getByRole("navigation", { name: "Previous and next post" })
    .getByRole("link", { name: `Next: ${second?.title}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/post/${second?.id}$`));
});

test("previous and next follow the filtered list one came from", { tag: "@once" }, async ({ page }) => {
  const post = await postWithImages(page);
  const creator = `${post.service}/user/${post.user}`;
  const answer = await page.request.get(`/api/v1/${creator}/tags`);
  const [tag] = ((await answer.json()) as { tag: string; post_count: number }[]).filter(
    ({ post_count }) => post_count >= 3 && post_count < 50,
  );
  const query = new URLSearchParams({ tag: tag?.tag ?? "" }).toString();
  const hits = (await (await page.request.get(`/api/v1/${creator}/posts?${query}`)).json()) as {
    id: string;
  }[];
  await page.goto(`/${creator}?${query}`);
  await page.locator(`main article a[href*='/post/${hits[1]?.id}?']`).first().click();
  await expect(page).toHaveURL(new RegExp(`/post/${hits[1]?.id}\\?tag=`));
  const nav = page.getByRole("navigation", { name: "Posts in the list you came from" });
  // The address changes before the links do.
  const follow = async (name: string, id: string | undefined) => {
    const link = nav.getByRole("link", { name });
    await expect(link).toHaveAttribute("href", new RegExp(`/post/${id}\\?tag=`));
    await link.click();
  };
  await follow("Next", hits[2]?.id);
  await expect(page).toHaveURL(new RegExp(`/post/${hits[2]?.id}\\?tag=`));
  await follow("Previous", hits[1]?.id);
  await follow("Previous", hits[0]?.id);
  await expect(page).toHaveURL(new RegExp(`/post/${hits[0]?.id}\\?tag=`));
  await expect(nav.locator("[aria-disabled=true]")).toHaveText("Previous");
});

test("a former version opens from the selector and has an address of its own", { tag: "@once" }, async ({
  page,
}) => {
  let current: string | undefined;
  for (const post of await newestPosts(page)) {
    const answer = await page.request.get(`/api/v1${addressOf(post)}/revisions`);
    if (answer.ok()) current ??= addressOf(post);
    if (current !== undefined) break;
  }
  if (current === undefined) throw new Error("The sample has no post with versions on its first page.");
  await page.goto(current);
  const select = page.getByLabel("Revision");
  await select.selectOption({ index: 1 });
  await expect(page).toHaveURL(/\/revision\/\d+$/);
  await expect(select).not.toHaveValue("");
  await expect(page.getByText("You are viewing an older revision.")).toBeVisible();
  await page.getByRole("link", { name: "View the current revision" }).click();
  await expect(page).toHaveURL(current);
});
