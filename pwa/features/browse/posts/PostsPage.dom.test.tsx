/** Lists of posts: pages, orders, tags, and what is said where nothing is. */
import { lazy } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listTags } from "#shared/contracts/post.ts";
import { listCreatorPosts, listPosts as postList } from "#shared/contracts/posts.ts";
import { answerPostPages, answerPosts, answerPrefetches, postAddress } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listPost, listPosts } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";
import { moreList } from "./more-list.ts";

const WIDTHS = [
  ["wide", { width: 1280, height: 800 }],
  ["narrow", { width: 390, height: 844 }],
] as const;
const OWN = "/patreon/user/10";
const cards = page.getByRole("main").getByRole("listitem").getByRole("article");
const titles = () => [...document.querySelectorAll("main article h2")].map((title) => title.textContent);
const addresses = () =>
  [...document.querySelectorAll("main article a:has(h2)")].map(
    (link) => link.getAttribute("href")?.split("?")[0],
  );
const view = page.getByRole("button", { name: "View", exact: true });
const order = page.getByRole("combobox", { name: "Sort by" });

test("posts come in pages of fifty, and the address follows", async () => {
  await answerPrefetches();
  await answerPosts(listPosts(50), {}, 120);
  await answerPosts(listPosts(50, 50), { query: { o: "50" } }, 120);
  await renderScreen("/posts");
  await expect.element(cards).toHaveLength(50);
  const pages = page.getByRole("navigation", { name: "Pages of posts" });
  await pages.getByRole("link", { name: "Next page" }).click();
  await expect.poll(address).toBe("/posts?o=50");
  await expect
    .element(pages.getByRole("link", { name: "Page 2", exact: true }))
    .toHaveAttribute("aria-current", "page");
  await expect.poll(() => titles()[0]).toBe("Post 51");
  history.back();
  await expect.poll(() => titles()[0]).toBe("Post 1");
  await reopen();
  await expect.element(cards).toHaveLength(50);
});

test.each(WIDTHS)("by another date: the order and the address change: %s", async (_, viewport) => {
  const posts = listPosts(50);
  const edited = [...posts].reverse();
  await answerPrefetches();
  await answerPosts(posts, {}, 120);
  await answerPosts(edited, { query: { sort_by: "edited" } }, 120);
  await answerPosts([], { query: { sort_by: "edited", o: "50" } }, 120);
  await renderScreen("/posts", { viewport });
  await expect.element(cards).toHaveLength(50);
  await view.click();
  await expect.element(order).toHaveValue("added");
  await userEvent.selectOptions(order, "edited");
  await expect.poll(address).toBe("/posts?sort_by=edited");
  await expect.poll(addresses).toEqual(edited.map(postAddress));
  await userEvent.keyboard("{Escape}");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(location.search)))
    .toEqual({ sort_by: "edited", o: "50" });
});

test.each([
  ["/posts?q=a%26b&tag=x&tag=y", "posts/feed?format=rss&q=a%26b&tag=x&tag=y", undefined],
  ["/posts", "posts/feed?format=rss", "opds"],
  [OWN, "patreon/user/10/feed?format=rss", "patreon/user/10/opds"],
  [
    `${OWN}?q=lantern`,
    "posts/feed?format=rss&q=lantern+creator%3Apatreon%2F10",
    "opds/posts?q=lantern+creator%3Apatreon%2F10",
  ],
])("the feed of %s is %s, and its catalog %s", async (list, feed, catalog) => {
  await answerPosts(listPosts(2));
  await answerPostPages(listPosts(2));
  await api.answer(listCreatorPosts, [], { query: { q: "has:audio|video" } });
  await renderScreen(list);
  await view.click();
  await expect.element(order).toBeVisible();
  const feeds = page.getByRole("navigation", { name: "Feed" }).getByRole("link");
  const names = ["RSS", "Atom", "JSON Feed", ...(catalog === undefined ? [] : ["OPDS"])];
  await expect.poll(() => feeds.elements().map((link) => link.textContent)).toEqual(names);
  await expect.element(feeds.first()).toHaveAttribute("href", `/api/v1/${feed}`);
  if (catalog !== undefined) await expect.element(feeds.last()).toHaveAttribute("href", `/api/v1/${catalog}`);
});

test.each([
  [OWN, "patreon/user/10/feed?format=podcast"],
  [`${OWN}?q=lantern`, "posts/feed?format=podcast&q=lantern+creator%3Apatreon%2F10"],
])("a creator with audio or video has a podcast at %s", async (list, podcast) => {
  await answerPosts(listPosts(2));
  await answerPostPages(listPosts(2));
  await api.answer(listCreatorPosts, listPosts(1), { query: { q: "has:audio|video" } });
  await renderScreen(list);
  await view.click();
  await expect
    .element(page.getByRole("navigation", { name: "Feed" }).getByRole("link", { name: "Podcast" }))
    .toHaveAttribute("href", `/api/v1/${podcast}`);
});

test("search results are sorted by relevance, and the reason is said", async () => {
  await answerPosts(listPosts(2), { query: { q: "lantern" } });
  await renderScreen("/posts?q=lantern&sort_by=edited");
  await expect.element(cards).toHaveLength(2);
  await view.click();
  await expect.element(order).toHaveValue("relevance");
  await expect.element(order).toHaveAccessibleDescription("Search results are sorted by relevance.");
  await expect.element(order.getByRole("option", { name: "Edited" })).toBeDisabled();
});

test.each(WIDTHS)(
  "a creator's posts by another date, followed by the links of a post: %s",
  async (_, viewport) => {
    const posts = listPosts(3);
    const edited = [...posts].reverse();
    await answerPrefetches();
    await answerPostPages(posts);
    await api.answer(listCreatorPosts, edited, { query: { sort_by: "edited" } });
    await renderScreen(OWN, { viewport });
    await view.click();
    await expect.element(order).toHaveValue("published");
    await userEvent.selectOptions(order, "edited");
    await expect.poll(address).toBe(`${OWN}?sort_by=edited`);
    await expect.poll(addresses).toEqual(edited.map(postAddress));
    await userEvent.keyboard("{Escape}");
    await cards.nth(1).getByRole("link").click();
    await expect
      .element(page.getByRole("link", { name: "Previous Post 3", exact: true }))
      .toHaveAttribute("href", `${OWN}/post/3?sort_by=edited`);
  },
);

test("an empty list says so in the agreed words", async () => {
  await answerPosts([]);
  await api.answer(listTags, []);
  await renderScreen("/posts?q=zzzzqqqqxxxx");
  await expect.element(page.getByRole("heading", { name: "Nobody here but us chickens!" })).toBeVisible();
  await expect.element(page.getByText("There are no posts for your query.")).toBeVisible();
});

test("an offset between pages is refused in the server's words, with a way to try again", async () => {
  await api.fail(postList, 400, "Offset 7 is not a multiple of 50.");
  await renderScreen("/posts?o=7");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Offset 7 is not a multiple of 50.");
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a tag narrows the list and can be taken off again", async () => {
  await answerPosts(listPosts(3));
  await answerPosts(listPosts(1), { query: { tag: "rain" } });
  await renderScreen("/posts?tag=rain");
  await expect.element(cards).toHaveLength(1);
  await page.getByRole("link", { name: "Remove tag rain" }).click();
  await expect.poll(address).toBe("/posts");
  await expect.element(cards).toHaveLength(3);
});

test("a condition of a search is a chip that takes it away", async () => {
  await answerPosts(listPosts(1), { query: { q: 'lantern tag:"fan art" has:video' } });
  await answerPosts(listPosts(2), { query: { q: "lantern has:video" } });
  await renderScreen(`/posts?q=${encodeURIComponent('lantern tag:"fan art" has:video')}`);
  await expect.element(cards).toHaveLength(1);
  const chips = page.getByRole("list", { name: "Conditions of this search" });
  await expect.element(chips.getByRole("link")).toHaveLength(2);
  await chips.getByRole("link", { name: 'Remove tag:"fan art"' }).click();
  await expect.poll(() => new URLSearchParams(location.search).get("q")).toBe("lantern has:video");
  await expect.element(cards).toHaveLength(2);
  await expect
    .element(page.getByRole("combobox", { name: "Search all posts" }))
    .toHaveValue("lantern has:video");
  await expect.element(chips.getByRole("link")).toHaveLength(1);
});

test("where some hits are only similar, it says how many are not", async () => {
  const answer = { count: 3, true_count: 3, exact: 1, posts: listPosts(3) };
  await api.answer(postList, answer, { query: { q: "春風" } });
  await renderScreen(`/posts?q=${encodeURIComponent("春風")}`);
  await expect.element(page.getByText("1 post has exactly these words; the rest are similar.")).toBeVisible();
});

test("an answer of the database is labeled as basic search, until the engine answers", async () => {
  const answer = { count: 2, true_count: 2, fallback: true as const, posts: listPosts(2) };
  await api.answer(postList, answer, { query: { q: "lantern" } });
  await renderScreen("/posts?q=lantern");
  await expect.element(cards).toHaveLength(2);
  await expect.element(page.getByText(/^Basic search:/)).toBeVisible();
  await answerPosts(listPosts(1), { query: { q: "lantern" } });
  await expect.element(cards).toHaveLength(1);
  await expect.element(page.getByText(/^Basic search:/)).not.toBeInTheDocument();
});

test("a card names its creator and leads to them", async () => {
  await answerPosts([listPost({ creator_name: "Ann Lantern" })]);
  await answerPrefetches();
  await answerPosts([listPost({ creator_name: "Ann Lantern" })]);
  await renderScreen("/posts");
  const creator = cards.first().getByRole("link", { name: /Ann Lantern/ });
  await expect.element(creator).toHaveAttribute("href", "/patreon/user/10");
  expect(await violations()).toEqual([]);
});

test("posts selected before the code of a growing list is loaded stay selected", async () => {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const { Component } = moreList;
  moreList.Component = lazy(async () => {
    await loaded;
    const { MoreList } = await import("./MoreList.tsx");
    return { default: MoreList };
  }) as unknown as typeof Component;
  onTestFinished(() => {
    moreList.Component = Component;
  });
  await answerPrefetches();
  await answerPosts(listPosts(50), {}, 120);
  await renderScreen("/posts", { stored: { "list-mode": "more" } });
  await expect.element(cards).toHaveLength(50);
  await cards
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await page.getByRole("button", { name: "Select posts" }).click();
  const bar = page.getByRole("region", { name: "Selected posts" });
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await expect.element(boxes).toHaveLength(50); // they do not come all at once
  await boxes.nth(2).click();
  await expect.element(bar).toHaveTextContent("2 selected");
  load();
  await expect.element(page.getByRole("button", { name: "Load more" })).toBeInTheDocument();
  await expect.element(bar).toHaveTextContent("2 selected");
  await expect.element(page.getByRole("checkbox", { name: /^Select: /, checked: true })).toHaveLength(2);
});
