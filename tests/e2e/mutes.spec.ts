/** Mutes. */
import { expect, type Page, test } from "playwright/test";
import { addressOf, type SomePost } from "./page.ts";

type TaggedPost = SomePost & { substring: string; published: string | null; tags: string[] | null };

const cards = (page: Page) => page.locator("main li article");

async function listed(page: Page, path = "/posts?with=tags"): Promise<TaggedPost[]> {
  const answer = await page.request.get(`/api/v1${path}`);
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { posts: TaggedPost[] }).posts;
}

/** A tag of some, not of all, of the newest posts. */
async function someTag(page: Page): Promise<{ tag: string; count: number; post: TaggedPost }> {
  const posts = await listed(page);
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags ?? [])) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const [tag = "", count = 0] = [...counts].filter(([, n]) => n > 1 && n < 20)[0] ?? [];
  const post = posts.find(({ tags }) => tags?.includes(tag));
  if (post === undefined) throw new Error("The sample has tags.");
  return { tag, count, post };
}

const keep = (page: Page, mutes: object) =>
  page.addInitScript((text) => {
    if (localStorage.getItem("mutes") === null) localStorage.setItem("mutes", text);
  }, JSON.stringify(mutes));

test("a muted tag is left out of posts, search and popular; the page says how many, totals stay true", async ({
  page,
}) => {
  const { tag, count, post } = await someTag(page);
  await page.goto(addressOf(post));
  await page.getByRole("button", { name: "Mute a tag…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Mute tag ${tag}`, exact: true })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("status").filter({ hasText: `Muted: ${tag}` })).toBeVisible();

  await page.goto("/posts");
  const note = `${count} hidden by mutes`;
  await expect(page.getByRole("status").filter({ hasText: note })).toBeVisible();
  await expect(cards(page)).toHaveCount(50 - count);
  await expect(page.getByText("1 to 50 of")).toBeVisible();
  await page.getByRole("button", { name: `Show: ${note}` }).press("Enter");
  await expect(cards(page)).toHaveCount(50);
  await page.getByRole("button", { name: `Hide again: ${note}` }).press("Enter");
  await expect(cards(page)).toHaveCount(50 - count);

  await page.goto(`/posts?${new URLSearchParams({ tag })}`);
  await expect(page.getByText(/^\d+ hidden by mutes$/)).toBeVisible();
  await expect(cards(page)).toHaveCount(0);

  const date = post.published?.slice(0, 10) ?? "";
  const popular = await listed(page, `/posts/popular?period=month&date=${date}&with=tags`);
  const muted = popular.filter(({ tags }) => tags?.includes(tag)).length;
  expect(muted).toBeGreaterThan(0);
  await page.goto(`/posts/popular?period=month&date=${date}`);
  await expect(page.getByText(`${muted} hidden by mutes`)).toBeVisible();
  await expect(cards(page)).toHaveCount(popular.length - muted);

  await page
    .getByRole("combobox", { name: /search/i })
    .first()
    .fill(post.title);
  const results = page.getByRole("listbox");
  await expect(page.getByText(/\d+ hidden by mutes/).last()).toBeVisible();
  await expect(results.locator(`a[href="${addressOf(post)}"]`)).toHaveCount(0);
});

test("a muted creator: from the card, gone from every list, whole on the own page, and back with one press", async ({
  page,
}) => {
  const [post] = await listed(page);
  if (post === undefined) throw new Error("The sample has posts.");
  const own = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  const links = page.locator(`main a[href^="${own}"]`);
  await page.goto("/posts");
  await cards(page)
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Mute creator" }).click();
  await expect(page.getByText(/hidden by mutes/)).toBeVisible();
  await expect(links).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(links).not.toHaveCount(0);

  await page.goto(own);
  await page.getByRole("button", { name: "Mute creator" }).click();
  await expect(page.getByText("You muted this creator.")).toBeVisible();
  await expect(cards(page)).not.toHaveCount(0);
  for (const list of ["/artists?q=", "/artists/updated"]) {
    await page.goto(list === "/artists?q=" ? `${list}${encodeURIComponent(post.user)}` : list);
    await expect(page.getByText(/hidden by mutes/)).toBeVisible();
    await expect(links).toHaveCount(0);
  }
  await page.goto(own);
  await page.getByRole("button", { name: "Unmute", exact: true }).click();
  await expect(page.getByText("You muted this creator.")).toHaveCount(0);
  await page.goto("/artists/updated");
  const name = (await cards(page).first().locator("h2").textContent()) ?? "";
  await cards(page)
    .first()
    .getByRole("button", { name: `Mute ${name}` })
    .press("Enter");
  await expect(cards(page).first().locator("h2")).not.toHaveText(name);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cards(page).first().locator("h2")).toHaveText(name);
  await page.goto(own);
  await expect(page.getByText("You muted this creator.")).toHaveCount(0);
  await page.goto("/posts");
  await expect(links).not.toHaveCount(0);
});

test("Next passes over what the list leaves out", async ({ page }) => {
  const [{ service, user } = { service: "", user: "" }] = await listed(page);
  const list = "sort_by=published";
  const own = `/${service}/user/${encodeURIComponent(user)}`;
  const answer = await page.request.get(`/api/v1${own}/posts?${list}&with=tags`);
  const rows = (await answer.json()) as TaggedPost[];
  const [open, left, ...rest] = rows;
  const word = left?.title ?? "";
  const shown = rest.find(({ title }) => title !== word);
  if (open === undefined || shown === undefined || open.title === word)
    throw new Error("The sample has other posts.");
  await page.goto(`${addressOf(open)}?${list}`);
  const next = page.getByRole("link", { name: "Next", exact: true });
  await expect(next).toHaveAttribute("href", new RegExp(`/post/${left?.id}\\?`));
  await keep(page, { words: [word] });
  await page.reload();
  await expect(next).toHaveAttribute("href", new RegExp(`/post/${shown.id}\\?`));
});

test("words and services are muted in the settings, in three ways, and removed there", async ({ page }) => {
  const posts = await listed(page);
  const word = "原神";
  const count = posts.filter(({ title, substring }) => `${title} ${substring}`.includes(word)).length;
  const other = posts.find(({ title, substring }) => !`${title} ${substring}`.includes(word))?.title ?? "";
  await page.goto("/settings");
  await page.getByRole("textbox", { name: "Mute a word" }).fill(other);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Unmute ${other}` })).toBeVisible();
  await page.goto("/posts");
  const muted = posts.filter(({ title }) => title.toLowerCase() === other.toLowerCase()).length;
  await expect(page.getByText(/^\d+ hidden by mutes$/)).toBeVisible();
  await expect(cards(page).filter({ hasText: other })).toHaveCount(0);
  expect(muted + count).toBeGreaterThan(0);

  await page.goto("/settings");
  await page.getByRole("radio", { name: "Collapsed" }).check({ force: true });
  await page.goto("/posts");
  const row = page.getByRole("button", { name: /^Muted word: / }).first();
  await row.click();
  await expect(
    cards(page)
      .filter({ hasText: other.slice(0, 20) })
      .first(),
  ).toBeVisible();

  await page.goto("/settings");
  await page.getByRole("button", { name: `Unmute ${other}` }).click();
  await page.getByRole("radio", { name: "Hidden" }).check({ force: true });
  const service = posts[0]?.service ?? "";
  const mutes = page.getByRole("region", { name: "Mutes" });
  await mutes.getByRole("switch").first().click();
  expect(service).not.toBe("");
  await page.goto("/posts");
  const hidden = posts.filter((post) => post.service === "patreon").length;
  await expect(page.getByText(`${hidden} hidden by mutes`)).toBeVisible();
});

test("a random post that is muted is drawn again, and not for ever", async ({ page }) => {
  const [first, second] = await listed(page);
  if (first === undefined || second === undefined) throw new Error("The sample has posts.");
  await keep(page, { creators: [{ service: first.service, id: first.user, name: "Somebody" }] });
  const drawn = (post: TaggedPost) => ({ service: post.service, artist_id: post.user, post_id: post.id });
  const answers = [first, first, second];
  let asked = 0;
  await page.route("**/api/v1/posts/random", (route) =>
    route.fulfill({ json: drawn(answers[asked++] ?? first) }),
  );
  const next = second.user === first.user ? first : second;
  await page.goto("/posts/random");
  await expect(page).toHaveURL(new RegExp(`/post/${next.id}$`));
  answers.splice(0);
  asked = 0;
  await page.goto("/posts/random");
  await expect(page).toHaveURL(new RegExp(`/post/${first.id}$`));
  expect(asked).toBe(6);
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("a tag is muted and left out", async ({ page, context }) => {
    test.slow();
    const { tag, count, post } = await someTag(page);
    await page.goto("/posts");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await expect(cards(page)).toHaveCount(50);
    await page.goto(addressOf(post));
    await expect(page.getByRole("button", { name: "Mute a tag…" })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Mute a tag…" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Mute tag ${tag}`, exact: true })
      .click();
    await page.goto("/posts");
    await expect(page.getByText(`${count} hidden by mutes`)).toBeVisible();
    await expect(cards(page)).toHaveCount(50 - count);
  });
});
