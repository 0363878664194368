/** All profiles of a person as one: their posts as one list, favorites and mutes for all, and what a moderator's link does. */
import { expect, type Page, test } from "playwright/test";
import type { LinkedPost } from "#shared/entities/creator-link.ts";
import { serviceInfo } from "#shared/services/index.ts";
import { register, someone } from "#tests/support/someone.ts";
import { visit } from "./page.ts";

interface Creator {
  service: string;
  id: string;
  name: string;
  relation_id: number | null;
}
const get = async <T>(page: Page, path: string): Promise<T> => {
  const answer = await page.request.get(`/api/v1${path}`);
  expect(answer.ok(), path).toBe(true);
  return (await answer.json()) as T;
};
const pathOf = ({ service, id }: Creator) => `/${service}/user/${encodeURIComponent(id)}`;
const creators = async (page: Page) =>
  (await get<{ results: Creator[] }>(page, "/artists/updated")).results.filter(
    ({ service }) => service !== "discord",
  );
const linkedPosts = async (page: Page, creator: Creator) =>
  (await get<{ posts: LinkedPost[] }>(page, `${pathOf(creator)}/links/posts`)).posts;

/** Finds a person in the sample who posted the same on two services. */
async function person(page: Page): Promise<{ creator: Creator; posts: LinkedPost[] }> {
  for (const creator of (await creators(page)).filter(({ relation_id }) => relation_id !== null)) {
    const posts = await linkedPosts(page, creator);
    if (posts.some(({ repeats }) => repeats.length > 0)) return { creator, posts };
  }
  throw new Error("Nobody in the sample posted the same twice.");
}

test("a visitor reads and searches all profiles as one list, in which the same post is one card; its feed is of all", {
  tag: "@once",
}, async ({ page }) => {
  const { creator, posts } = await person(page);
  const main = page.getByRole("main");
  await page.goto(pathOf(creator));
  await main.getByRole("link", { name: "All profiles" }).click();
  await expect(page).toHaveURL(`${pathOf(creator)}/links/posts`);
  await expect(main.getByRole("article")).toHaveCount(posts.length);
  for (const service of new Set(posts.map((post) => post.service)))
    await expect(main.getByRole("article").getByText(serviceInfo(service).title).first()).toBeVisible();
  const [repeat] = posts.flatMap(({ repeats }) => repeats);
  if (repeat === undefined) throw new Error("No post is repeated.");
  const also = main.getByRole("link", { name: `Also on ${serviceInfo(repeat.service).title}` }).first();
  await also.click();
  await expect(page).toHaveURL(
    ({ pathname }) => pathname === `/${repeat.service}/user/${repeat.user}/post/${repeat.id}`,
  );
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(also).toBeInViewport();
  await main.getByRole("link", { name: "This profile" }).click();
  await expect(page).toHaveURL(pathOf(creator));

  const links = await get<Creator[]>(page, `${pathOf(creator)}/links`);
  const other = posts.find(({ service, user }) =>
    links.some((one) => one.service === service && one.id === user),
  );
  const word = (other?.title ?? "").split(" ").find(({ length }) => length > 3) ?? "";
  await visit(page, `${pathOf(creator)}/links/posts`);
  await main.getByRole("combobox", { name: "Search all profiles" }).fill(word);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === word);
  const address = `/${other?.service}/user/${other?.user}/post/${other?.id}`;
  await expect(main.locator(`article a[href^="${address}"]`).first()).toBeVisible();
  const { posts: found } = await get<{ posts: { service: string; user: string }[] }>(
    page,
    `/posts?q=${encodeURIComponent(`${word} person:${creator.service}/${creator.id}`)}`,
  );
  const profiles = new Set([creator, ...links].map(({ service, id }) => `${service}/${id}`));
  expect(found.length).toBeGreaterThan(0);
  for (const { service, user } of found) expect(profiles).toContain(`${service}/${user}`);
  const feed = await get<{ items: { url: string }[] }>(page, `${pathOf(creator)}/links/posts/feed`);
  const paths = feed.items.map(({ url }) => new URL(url).pathname);
  expect(paths).toEqual(
    posts.map((post) => `/${post.service}/user/${encodeURIComponent(post.user)}/post/${post.id}`),
  );
});

test("favorites and mutes are for all profiles at once, and so is undo", { tag: "@once" }, async ({
  page,
}) => {
  const { creator } = await person(page);
  const links = await get<Creator[]>(page, `${pathOf(creator)}/links`);
  const main = page.getByRole("main");
  const undo = page.getByRole("button", { name: "Undo" });
  const star = main.getByRole("button", { name: "Favorite", exact: true });
  const muted = main.getByRole("button", { name: "Unmute", exact: true });
  await page.goto(pathOf(creator));
  await star.click();
  await page.getByRole("button", { name: "All profiles" }).click();
  const names = [creator, ...links].map(({ name }) => name).join(", ");
  await expect(page.getByText(`Added to the favorites on this device: ${names}`)).toBeVisible();
  await visit(page, `${pathOf(creator)}/links`);
  const all = main.getByRole("button", { name: "Favorite all profiles" });
  await expect(all).toHaveAttribute("aria-pressed", "true");
  await all.click();
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await undo.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await main.getByRole("button", { name: "Mute all profiles" }).click();
  for (const one of [creator, ...links]) {
    await visit(page, `${pathOf(one)}/recommended`);
    await expect(muted).toBeVisible();
  }
  await visit(page, `${pathOf(creator)}/links`);
  await main.getByRole("button", { name: "Unmute all profiles" }).click();
  await expect(muted).toHaveCount(0);
});

test("a link by a moderator makes one list of two profiles, unlinking takes it apart", {
  tag: "@once",
}, async ({ page, browser }) => {
  const moderator = someone();
  const modPage = await (await browser.newContext()).newPage();
  // creator-links.spec.ts links others.
  const free = (await creators(page)).filter(
    ({ service, relation_id }) => relation_id === null && !/^(patreon|fanbox)$/.test(service),
  );
  const [from, to] = free;
  if (from === undefined || to === undefined) throw new Error("The sample has too few creators.");

  await register(modPage, moderator, `${pathOf(from)}/links/new`, "moderator");
  const modMain = modPage.getByRole("main");
  await modMain.getByLabel("Service").selectOption(to.service);
  await modMain.getByLabel("Name").fill(to.name);
  await modMain
    .getByRole("button", { name: `Select ${to.name}` })
    .first()
    .click();
  await modMain.getByLabel("Reason").fill(`One person ${moderator.name}`);
  await modMain.getByRole("button", { name: "Request link" }).click();
  await expect(modMain.getByText("The request was sent. A moderator decides about it.")).toBeVisible();
  await visit(modPage, "/account/moderator/tasks/creator_links");
  const rows = modMain.getByRole("listitem").filter({ hasText: from.name }).filter({ hasText: to.name });
  await rows.getByRole("button").first().click();
  const request = modMain.getByRole("listitem").filter({ hasText: `One person ${moderator.name}` });
  await request.getByRole("button", { name: /^Approve/ }).click();
  await expect(request).toHaveCount(0);

  const main = page.getByRole("main");
  await expect(async () => {
    const services = (await linkedPosts(page, from)).map(({ service }) => service);
    expect(new Set(services)).toEqual(new Set([from.service, to.service]));
  }).toPass();
  await page.goto(pathOf(to));
  await main.getByRole("link", { name: "All profiles" }).click();
  await expect(main.getByRole("article")).toHaveCount((await linkedPosts(page, to)).length);

  await visit(modPage, `${pathOf(from)}/links`);
  await modMain.getByRole("button", { name: "Unlink this profile" }).click();
  await expect(modMain.getByText("No linked accounts found.")).toBeVisible();
  await expect.poll(() => get(page, `${pathOf(from)}/links`)).toEqual([]);
  await page.reload();
  await expect(main.getByText("No linked accounts found.")).toBeVisible();
  await modPage.context().close();
});
