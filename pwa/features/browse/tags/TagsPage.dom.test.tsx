import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listTags } from "#shared/contracts/post.ts";
import { listPosts } from "#shared/contracts/posts.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listPost } from "#tests/components/examples.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const links = main.getByRole("list").getByRole("link");
const filter = page.getByRole("searchbox", { name: "Filter tags" });
const THREE = [
  { tag: "café", post_count: 3 },
  { tag: "night cafe", post_count: 2 },
  { tag: "原神", post_count: 1 },
];
const posts = { count: 1, true_count: 1, posts: [listPost()] };

test("axe finds nothing", async () => {
  await api.answer(listTags, THREE);
  await renderScreen("/posts/tags");
  await expect.element(links.first()).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("every tag is there with its count, and leads to its posts", async () => {
  await api.answer(listTags, THREE);
  await api.answer(listPosts, posts, { query: { tag: "café" } });
  await renderScreen("/posts/tags");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Tags");
  await expect.element(page.getByText("3 tags")).toBeVisible();
  await expect.element(links.first()).toHaveTextContent("café");
  await expect.element(links.first()).toHaveTextContent("3 posts");
  await expect.element(main.getByRole("heading", { level: 2 })).toHaveLength(3);
  await links.first().click();
  await expect.poll(address).toBe(`/posts?${new URLSearchParams({ tag: "café" })}`);
  await expect.element(page.getByRole("link", { name: "Remove tag café" })).toBeVisible();
});

test("tags can be muted where that is wished", async () => {
  await api.answer(listTags, THREE);
  await renderScreen("/posts/tags");
  const mute = main.getByRole("button", { name: "Mute tag café" });
  await expect.element(links).toHaveLength(3);
  await expect.element(mute).not.toBeInTheDocument();
  await main.getByRole("button", { name: "Mute tags…" }).click();
  expect(await violations()).toEqual([]);
  await mute.click();
  await expect.element(main.getByRole("button", { name: "Unmute tag café" })).toBeVisible();
});

test("typing narrows the tags down; without a match it says so", async () => {
  await api.answer(listTags, THREE);
  await renderScreen("/posts/tags");
  await expect.element(links).toHaveLength(3);
  await userEvent.fill(filter, "Cafe");
  await expect.element(links).toHaveLength(2);
  await userEvent.fill(filter, "原");
  await expect.element(links).toHaveLength(1);
  await expect.element(links.first()).toHaveTextContent("原神");
  await userEvent.fill(filter, "zzzz");
  await expect.element(page.getByText("There are no tags for your query.")).toBeVisible();
});

test("a misspelt tag shows the similar ones, which lead to their posts", async () => {
  await api.answer(listTags, [...THREE, { tag: "watercolor", post_count: 1 }]);
  await api.answer(listPosts, posts);
  await renderScreen("/posts/tags");
  await expect.element(links).toHaveLength(4);
  await userEvent.fill(filter, "watercolur");
  await expect.element(page.getByText("No exact matches. Similar:")).toBeVisible();
  await expect.element(links).toHaveLength(1);
  expect(await violations()).toEqual([]);
  await links.first().click();
  await expect.poll(address).toBe("/posts?tag=watercolor");
});

test("twenty thousand tags scroll, filter and come back without being made at once", async () => {
  const tags = Array.from({ length: 20_000 }, (_, at) => ({ tag: `tag ${at}`, post_count: 20_000 - at }));
  await api.answer(listTags, tags);
  await api.answer(listPosts, posts);
  await renderScreen("/posts/tags");
  await expect.element(page.getByText("20,000 tags")).toBeVisible();
  expect(links.elements().length).toBeLessThan(400);
  const atEnd = () => {
    scrollTo(0, document.documentElement.scrollHeight); // again while heights are estimates
    return links.filter({ hasText: "tag 19999" }).elements();
  };
  await expect.poll(atEnd).toHaveLength(1);
  expect(links.elements().length).toBeLessThan(400);
  scrollTo(0, 40_000);
  const middle = scrollY;
  const below = () => links.elements().filter((one) => one.getBoundingClientRect().top > 200);
  await expect.poll(() => below().length).toBeGreaterThan(5);
  await links.nth(Math.floor(links.elements().length / 2)).click();
  await expect.poll(address).toMatch(/^\/posts\?tag=/);
  history.back();
  await expect.poll(() => scrollY).toBeGreaterThan(middle - 1500);
});

test("an archive without tags", async () => {
  await api.answer(listTags, []);
  await renderScreen("/posts/tags");
  await expect.element(page.getByText("There are no tags.", { exact: true })).toBeVisible();
});

test("while the list loads its place is kept", async () => {
  const release = await api.hold(listTags, THREE);
  await renderScreen("/posts/tags");
  await expect.element(main.getByRole("status")).toBeVisible();
  await release();
  await expect.element(links.first()).toHaveTextContent("café");
});

test("a list that does not load can be tried again", async () => {
  await api.fail(listTags, 500);
  await renderScreen("/posts/tags");
  await expect.element(page.getByRole("alert")).toBeVisible();
  await api.answer(listTags, THREE);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(links.first()).toHaveTextContent("café");
});
