/** The posts of all linked profiles as one list, and the choice that leads there. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listLinkedPosts } from "#shared/contracts/creator-links.ts";
import { listLinks } from "#shared/contracts/creators.ts";
import { listPosts as listAllPosts, listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { answerPostPages, answerPrefetches } from "#tests/components/answers.ts";
import { api, NOT_SOON } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { linkedCreator, linkedPost, linkedPosts } from "#tests/components/creator-links.ts";
import { listPosts, profile } from "#tests/components/examples.ts";
import { alert, cards, main } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const CREATOR = "/patreon/user/10";
const ALL = `${CREATOR}/links/posts`;
const option = (name: string) =>
  main.getByRole("navigation", { name: "Profiles" }).getByRole("link", { name });
const pages = main.getByRole("navigation", { name: "Pages of posts" });

beforeEach(async () => {
  await api.answer(getProfile, profile({ id: "10", relation_id: 7 }));
  await api.answer(listCreatorPosts, listPosts(2));
  await api.answer(listLinks, [linkedCreator({ service: "fanbox", id: "20", name: "Bea" })]);
  await api.answer(listLinkedPosts, { posts: linkedPosts(3), next: null });
});

test("a linked creator offers all profiles, and this one again", async () => {
  await renderScreen(CREATOR);
  await expect.element(option("This profile")).toHaveAttribute("aria-current", "page");
  await option("All profiles").click();
  await expect.poll(address).toBe(ALL);
  await expect.element(cards).toHaveLength(3);
  await expect.element(option("All profiles")).toHaveAttribute("aria-current", "page");
  await option("This profile").click();
  await expect.poll(address).toBe(CREATOR);
  await expect.element(cards).toHaveLength(2);
});

test("a creator without links offers nothing", async () => {
  await api.answer(getProfile, profile({ id: "10", relation_id: null }));
  await renderScreen(CREATOR);
  await expect.element(cards).toHaveLength(2);
  await expect.element(option("All profiles")).not.toBeInTheDocument();
});

test("posts wait for the profile, which decides about what is above them", async () => {
  const release = await api.hold(getProfile, profile({ id: "10", relation_id: 7 }));
  await renderScreen(CREATOR);
  await expect.poll(async () => (await api.requests(/\/posts/)).length).toBeGreaterThan(0);
  await expect.element(cards).toHaveLength(0);
  await release();
  await expect.element(cards).toHaveLength(2);
  await expect.element(option("All profiles")).toBeVisible();
});

test("a post of two profiles is one card with both services", async () => {
  await renderScreen(ALL);
  await expect.element(cards).toHaveLength(3);
  const both = main.getByRole("listitem").filter({ hasText: "Post 1" });
  await expect.element(both.getByText("Patreon", { exact: true })).toBeVisible();
  const also = both.getByRole("link", { name: "Also on Pixiv Fanbox" });
  await expect.element(also).toHaveAttribute("href", "/fanbox/user/20/post/f1?person=patreon%2F10");
  await expect.element(main.getByRole("link", { name: /^Also on/ })).toHaveLength(1);
  expect(await violations()).toEqual([]);
});

test("older posts have an address, and a way back to the newest", async () => {
  await api.answer(listLinkedPosts, { posts: linkedPosts(50), next: "17.5/patreon/50" });
  await api.answer(
    listLinkedPosts,
    { posts: [linkedPost({ id: "51" })], next: null },
    { query: { after: "17.5/patreon/50" } },
  );
  await renderScreen(ALL);
  await expect.element(pages.getByRole("link", { name: "Newest posts" })).not.toBeInTheDocument();
  await pages.getByRole("link", { name: "Older posts" }).click();
  await expect.element(main.getByRole("heading", { name: "Post 51" })).toBeVisible();
  await expect.element(cards).toHaveLength(1);
  await expect.element(option("All profiles")).toHaveAttribute("aria-current", "page");
  await expect.element(pages.getByRole("link", { name: "Older posts" })).not.toBeInTheDocument();
  await pages.getByRole("link", { name: "Newest posts" }).click();
  await expect.poll(address).toBe(ALL);
  await expect.element(main.getByRole("heading", { name: "Post 51" })).not.toBeInTheDocument();
});

/** At the end of the page; the same two stand at its top as signs. */
const step = (name: "Previous" | "Next") => page.getByRole("link", { name: new RegExp(`^${name}`) }).last();
/** The page before has such a link too: waits for the one that leads there. */
async function follow(name: "Previous" | "Next", to: string): Promise<void> {
  await expect.element(step(name)).toHaveAttribute("href", to);
  await step(name).click();
  await expect.poll(address).toBe(to);
}

test("Previous and Next of a post follow all profiles, over the end of a page and back", async () => {
  const cursor = "17.5/patreon/3";
  await answerPrefetches();
  await answerPostPages(listPosts(1));
  await api.answer(listLinkedPosts, { posts: linkedPosts(3), next: cursor });
  await api.answer(
    listLinkedPosts,
    { posts: [linkedPost({ service: "fanbox", user: "20", id: "51" })], next: null },
    { query: { after: cursor } },
  );
  await renderScreen(ALL);
  await cards.nth(0).getByRole("link").first().click();
  await expect.poll(address).toBe("/patreon/user/10/post/1?person=patreon%2F10");
  await expect
    .element(page.getByRole("navigation", { name: "Posts in the list you came from" }))
    .toBeInTheDocument();
  await follow("Next", "/fanbox/user/20/post/2?person=patreon%2F10");
  await follow("Next", "/patreon/user/10/post/3?person=patreon%2F10");
  await follow("Next", `/fanbox/user/20/post/51?person=patreon%2F10&after=${encodeURIComponent(cursor)}`);
  await expect.element(step("Next")).not.toBeInTheDocument();
  await follow("Previous", "/patreon/user/10/post/3?person=patreon%2F10");
});

test("so they do from the profile where it was posted too, and in what a search found", async () => {
  await answerPrefetches();
  await answerPostPages(listPosts(1));
  await renderScreen(ALL);
  await main.getByRole("link", { name: "Also on Pixiv Fanbox" }).click();
  await expect.poll(address).toBe("/fanbox/user/20/post/f1?person=patreon%2F10");
  await follow("Next", "/fanbox/user/20/post/2?person=patreon%2F10");
  const found = [...listPosts(1), { ...listPosts(2)[1]!, service: "fanbox" as const, user: "20" }];
  await api.answer(
    listAllPosts,
    { count: 2, true_count: 2, posts: found },
    { query: { q: "lantern person:patreon/10" } },
  );
  await renderScreen(`${ALL}?q=lantern`);
  await cards.nth(0).getByRole("link").first().click();
  await follow("Next", "/fanbox/user/20/post/2?q=lantern&person=patreon%2F10");
});

test("the search box searches all profiles, page by page, and the list comes back without it", async () => {
  const found = listPosts(50).map((post, at) =>
    at % 2 === 0 ? post : { ...post, service: "fanbox" as const, user: "20" },
  );
  const person = "lantern person:patreon/10";
  await api.answer(
    listAllPosts,
    { count: 51, true_count: 51, exact: 3, posts: found },
    { query: { q: person } },
  );
  await api.answer(
    listAllPosts,
    { count: 51, true_count: 51, posts: listPosts(1, 50) },
    { query: { q: person, o: "50" } },
  );
  await renderScreen(ALL);
  const box = main.getByRole("combobox", { name: "Search all profiles" });
  await box.fill("lantern");
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe(`${ALL}?q=lantern`);
  await expect.element(cards).toHaveLength(50);
  await expect.element(main.getByText(/^3 posts have exactly these words/)).toBeVisible();
  await expect.element(option("All profiles")).toHaveAttribute("aria-current", "page");
  await pages.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect.element(cards).toHaveLength(1);
  await box.clear();
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe(ALL);
  await expect.element(cards).toHaveLength(3);
});

test.each([
  ["", "patreon/user/10/links/posts/feed?format=rss"],
  ["?q=lantern&tag=rain", "posts/feed?format=rss&q=lantern+person%3Apatreon%2F10&tag=rain"],
])("the feed of %s is of all profiles; the list has no other order", async (search, feed) => {
  await api.answer(listAllPosts, { count: 2, true_count: 2, posts: listPosts(2) });
  await renderScreen(ALL + search);
  await main.getByRole("button", { name: "View" }).click();
  const feeds = page.getByRole("navigation", { name: "Feed" }).getByRole("link", { name: "RSS" });
  await expect.element(feeds).toHaveAttribute("href", `/api/v1/${feed}`);
  await expect.element(page.getByLabelText("Order")).not.toBeInTheDocument();
});

test("a search for a person names it as one, and can do without", async () => {
  await api.answer(listAllPosts, { count: 2, true_count: 2, posts: listPosts(2) });
  await renderScreen("/posts?q=lantern+person%3Apatreon%2F10");
  await main.getByRole("link", { name: "Remove All profiles of patreon/10" }).click();
  await expect.poll(address).toBe("/posts?q=lantern");
});

test("without links the page says so", async () => {
  await api.answer(getProfile, profile({ id: "10", relation_id: null }));
  await api.answer(listLinkedPosts, { posts: [], next: null });
  await renderScreen(ALL);
  await expect.element(main.getByText("No linked accounts found.")).toBeVisible();
});

test("a failure can be tried again", async () => {
  await api.fail(listLinkedPosts, 503, "Not now.", NOT_SOON);
  await renderScreen(ALL);
  await expect.element(alert).toBeVisible();
  await api.answer(listLinkedPosts, { posts: linkedPosts(3), next: null });
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect.element(cards).toHaveLength(3);
});
