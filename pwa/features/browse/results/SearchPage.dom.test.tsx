/** The results page: what matched and why, sections above, filters with counts, and help where nothing is found. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listTags } from "#shared/contracts/post.ts";
import { listPosts as postList } from "#shared/contracts/posts.ts";
import { searchAll, searchFacets, searchHelp, searchPosts } from "#shared/contracts/search.ts";
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import { answerCreators, answerPosts, NO_FACETS, NOTHING_FOUND } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listCreator, listPost, listPosts } from "#tests/components/examples.ts";
import { fits } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const NARROW = { width: 390, height: 844 };
const marked = (text: string) => text.replaceAll("[", MARK_START).replaceAll("]", MARK_END);
const hit = (
  id: string,
  part: { title?: string; snippet?: string; tags?: string[]; creator?: string } = {},
) => ({
  service: "patreon" as const,
  user: "10",
  id,
  title: marked(part.title ?? `Post ${id}`),
  creator: marked(part.creator ?? "Ann Lantern"),
  snippet: marked(part.snippet ?? "Some words"),
  tags: (part.tags ?? []).map(marked),
});
const main = page.getByRole("main");
const cards = main.getByRole("article");
const query = () => new URLSearchParams(location.search).get("q");
/** Waits until the filters are those of the search; until then they are pale. */
const filtersFollowed = () => expect.poll(() => document.querySelector("main [aria-busy=true]")).toBeNull();

test("each hit has its creator, marked words, and why it was found", async () => {
  const q = "lighhouse watercolor";
  await answerPosts(listPosts(2), { query: { q } });
  await api.answer(searchPosts, {
    posts: [
      hit("1", { snippet: "a <b>bold</b> [lighthouse] in [watercolor]", tags: ["[watercolor]"] }),
      hit("2", { title: "The [lighthouse]" }),
    ],
  });
  await renderScreen(`/posts?q=${encodeURIComponent(q)}`);
  await expect.element(main.getByText("a <b>bold</b> lighthouse in watercolor")).toBeVisible();
  await expect.element(cards.nth(1).getByRole("heading").getByRole("mark")).toHaveTextContent("lighthouse");
  await expect.element(main.getByText("Match: tag, text")).toBeVisible();
  await expect.element(main.getByText("one letter corrected: lighhouse → lighthouse").first()).toBeVisible();
  expect(document.querySelectorAll("main li p mark")).toHaveLength(3);
  const creator = main.getByRole("link", { name: "Ann Lantern" }).first();
  await expect.element(creator).toHaveAttribute("href", "/patreon/user/10");
  expect(await violations()).toEqual([]);
});

test("on a phone what else was found and the tools are a line each, and the first post is in the upper third", async () => {
  await answerPosts(listPosts(2));
  await api.answer(searchAll, {
    ...NOTHING_FOUND,
    creators: Array.from({ length: 5 }, (_, at) => ({
      ...{ service: "patreon" as const, id: String(at), name: marked(`Ann [Lantern] ${at}`), post_count: 3 },
    })),
    dms: [
      { hash: "d", service: "patreon", user: "10", creator: "Ann Lantern", snippet: marked("a [lantern]") },
    ],
    tags: [{ tag: "lanterns", marked: marked("[lantern]s"), post_count: 7 }],
  });
  await renderScreen("/posts?q=lantern", { viewport: NARROW });
  await expect.element(main.getByRole("link", { name: /Ann Lantern 4/ })).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Save search" })).toBeVisible();
  await expect.poll(() => cards.first().element().getBoundingClientRect().top).toBeLessThan(250);
  expect(fits()).toBe(true);
});

test("creators, tags and DMs for the words stand above the posts, each with a way to all of them", async () => {
  await answerPosts(listPosts(2));
  await api.answer(searchAll, {
    ...NOTHING_FOUND,
    creators: [{ service: "patreon", id: "10", name: marked("Ann [Lantern]"), post_count: 3 }],
    dms: [
      { hash: "d", service: "patreon", user: "10", creator: "Ann Lantern", snippet: marked("a [lantern]") },
    ],
    messages: [chatMessage("discord", "s1"), chatMessage("patreon", "10"), chatMessage("discord", "s1", "8")],
    tags: [{ tag: "lanterns", marked: marked("[lantern]s"), post_count: 7 }],
  });
  await renderScreen("/posts?q=lantern");
  const tags = main.getByRole("region", { name: "Tags" });
  await expect
    .element(tags.getByRole("link", { name: "lanterns 7 posts" }))
    .toHaveAttribute("href", "/posts?tag=lanterns");
  await expect
    .element(tags.getByRole("link", { name: "All tags for lantern" }))
    .toHaveAttribute("href", "/posts/tags?q=lantern");
  const creators = main.getByRole("region", { name: "Creators" });
  await expect.element(creators.getByRole("link", { name: /Ann Lantern.*3 posts/ })).toBeVisible();
  await expect
    .element(creators.getByRole("link", { name: "All creators for lantern" }))
    .toHaveAttribute("href", "/artists?q=lantern");
  const dms = main.getByRole("region", { name: "Direct messages" });
  await expect
    .element(dms.getByRole("link", { name: "All direct messages for lantern" }))
    .toHaveAttribute("href", "/dms?q=lantern");
  const messages = main.getByRole("region", { name: "Chat messages" });
  await expect.element(messages.getByRole("link", { name: /^All in/ })).toHaveLength(2);
  const hrefs = messages
    .getByRole("link")
    .elements()
    .map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([
    "/discord/server/s1?q=lantern",
    "/patreon/user/10/community?q=lantern",
    "/discord/server/s1/c1/7",
    "/patreon/user/10/community/c1/7",
    "/discord/server/s1/c1/8",
  ]);
  await expect
    .element(messages.getByRole("link", { name: /Cay.*Chat of s1 #news.*a lantern/ }).first())
    .toBeVisible();
});

const chatMessage = (service: "discord" | "patreon", user: string, id = "7") => ({
  id,
  service,
  user,
  creator: `Chat of ${user}`,
  channel: "c1",
  channel_name: "news",
  author: "Cay",
  published: "2024-02-01T08:00:00",
  snippet: marked("a [lantern]"),
});

test("text that looks like a condition and is none is named", async () => {
  const q = "lantern color:red tag:sea";
  await answerPosts(listPosts(1), { query: { q } });
  await renderScreen(`/posts?q=${encodeURIComponent(q)}`);
  await expect
    .element(main.getByText("color:red is not a search condition. It is searched as a word."))
    .toBeVisible();
  await answerPosts(listPosts(1), { query: { q: "lantern tag:sea" } });
  await renderScreen("/posts?q=lantern+tag:sea");
  await expect.element(main.getByRole("link", { name: "Remove tag:sea" })).toBeVisible();
  expect(main.element().textContent).not.toContain("is not a search condition");
});

test("similar posts come after a divider", async () => {
  const q = "春風";
  await api.answer(postList, { count: 3, true_count: 3, exact: 1, posts: listPosts(3) }, { query: { q } });
  await renderScreen(`/posts?q=${encodeURIComponent(q)}`);
  await expect.element(cards).toHaveLength(3);
  const items = [...document.querySelectorAll("main li:has(article), main li")].filter(
    (item) => item.querySelector("article") !== null || item.textContent === "Similar posts",
  );
  expect(items.map((item) => item.querySelector("h2")?.textContent ?? item.textContent)).toEqual([
    "Post 1",
    "Similar posts",
    "Post 2",
    "Post 3",
  ]);
});

test("without an answer about the hits the list is as it was, and the fallback does not ask for one", async () => {
  await answerPosts(listPosts(2));
  await api.fail(searchPosts, 503, "Search is not available right now.");
  await renderScreen("/posts?q=lantern");
  await expect.element(cards).toHaveLength(2);
  await expect.element(main.getByRole("link", { name: "Ann Lantern" })).not.toBeInTheDocument();
});

test("the fallback shows no total, as it counts to the next page only", async () => {
  const posts = listPosts(50);
  await api.answer(
    postList,
    { count: 51, true_count: 51, fallback: true, posts },
    { query: { q: "lantern" } },
  );
  await renderScreen("/posts?q=lantern");
  await expect.element(main.getByText("1 to 50, more on the next page")).toBeVisible();
  expect(await api.requests(/search\/(posts|facets)/)).toEqual([]);
});

test("the fallback without hits says what it searched, once, and asks for no suggestions", async () => {
  await api.answer(listTags, []);
  await api.answer(
    postList,
    { count: 0, true_count: 0, fallback: true, posts: [] },
    { query: { q: "lantern" } },
  );
  await renderScreen("/posts?q=lantern");
  await expect.element(main.getByText("There are no posts for your query.")).toBeVisible();
  await expect.element(main.getByText(/^Basic search: titles, tags and names only/)).toHaveLength(1);
  expect(await api.requests(/search\/help/)).toEqual([]);
});

test("the search box says once that it searches titles, tags and names", async () => {
  await answerPosts(listPosts(1));
  const note = page.getByText(/^Basic search: titles, tags and names only/);
  await api.answer(searchAll, { ...NOTHING_FOUND, fallback: true }, { query: { q: "amber" } });
  await renderScreen("/posts");
  const box = page.getByRole("combobox", { name: "Search creators, posts, messages and tags" });
  await box.fill("amber");
  await expect.element(note).toHaveLength(1);
  await expect.element(page.getByText("No results found.")).toBeVisible();
});

const FACETS = {
  ...NO_FACETS,
  service: [
    { value: "patreon", count: 12 },
    { value: "fanbox", count: 3 },
  ],
  has: [{ value: "video", count: 4 }],
  year: [{ value: "2024", count: 1_234 }],
  creator: [{ value: 'Bea "B"', count: 1 }],
  tag: Array.from({ length: 8 }, (_, at) => ({ value: `tag ${at}`, count: 8 - at })),
};

test("filters with their counts put conditions in and take them out", async () => {
  await answerPosts(listPosts(2));
  await api.answer(searchFacets, FACETS);
  await renderScreen("/posts?q=lantern");
  const panel = main.getByRole("complementary", { name: "Filters" });
  // Each link leads on from the search that the panel shows, which follows the address.
  const add = panel.getByRole("link", { name: "Patreon 12 posts; add this condition" });
  const remove = panel.getByRole("link", { name: "Patreon 12 posts; remove this condition" });
  await add.click();
  await expect.poll(query).toBe("lantern service:patreon");
  await expect.element(remove).toBeVisible();
  await panel.getByRole("link", { name: /^2024 1,234 posts/ }).click();
  await expect.poll(query).toBe("lantern service:patreon after:2024 before:2025");
  await expect.element(panel.getByRole("link", { name: /^2024 .*remove/ })).toBeVisible();
  await remove.click();
  await expect.poll(query).toBe("lantern after:2024 before:2025");
  await expect.element(add).toBeVisible();
  expect(panel.getByRole("link", { name: /Bea/ }).elements()).toHaveLength(0);
  expect(panel.getByRole("link", { name: /^tag \d/ }).elements()).toHaveLength(6);
  await panel.getByRole("button", { name: "Show more" }).click();
  await panel.getByRole("link", { name: /^tag 7/ }).click();
  await expect.poll(query).toBe('lantern after:2024 before:2025 tag:"tag 7"');
  history.back();
  await expect.poll(query).toBe("lantern after:2024 before:2025");
  await filtersFollowed();
  expect(await violations()).toEqual([]);
});

test("a second tag can be one more that is asked for, or one of those that are", async () => {
  await answerPosts(listPosts(2));
  await api.answer(searchFacets, FACETS);
  await renderScreen("/posts?q=lantern");
  const panel = main.getByRole("complementary", { name: "Filters" });
  await expect.element(panel.getByRole("link", { name: /^tag 0/ })).toBeVisible();
  expect(panel.getByRole("link", { name: /^or / }).elements()).toHaveLength(0);
  await panel.getByRole("link", { name: /^tag 0/ }).click();
  await panel.getByRole("link", { name: "or tag 1" }).click();
  await expect.poll(query).toBe('lantern tag:"tag 0"|"tag 1"');
  const chips = page.getByRole("list", { name: "Conditions of this search" });
  await expect.element(chips.getByRole("link")).toHaveLength(1);
  await expect.element(panel.getByRole("link", { name: /^tag 1 .*remove/ })).toBeVisible();
  await panel.getByRole("link", { name: /^tag 2/ }).click();
  await expect.poll(query).toBe('lantern tag:"tag 0"|"tag 1" tag:"tag 2"');
  await expect.element(panel.getByRole("link", { name: /^tag 2 .*remove/ })).toBeVisible();
  await panel.getByRole("link", { name: /^tag 0 .*remove/ }).click();
  await expect.poll(query).toBe('lantern tag:"tag 1" tag:"tag 2"');
  await filtersFollowed();
  expect(await violations()).toEqual([]);
});

test("on a phone the filters are in a sheet", async () => {
  await answerPosts(listPosts(2));
  await api.answer(searchFacets, FACETS);
  await renderScreen("/posts?q=lantern", { viewport: NARROW });
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("link", { name: /^Video 4 posts/ }).click();
  await expect.poll(query).toBe("lantern has:video");
});

test("where nothing is found, it says what one condition fewer finds", async () => {
  const q = "lantern service:boosty";
  await answerPosts([], { query: { q } });
  await answerPosts([listPost()], { query: { q: "lantern" } }, 14);
  await api.answer(listTags, []);
  await api.answer(searchHelp, {
    without: [{ text: "service:boosty", q: "lantern", tag: [], count: 14 }],
  });
  await renderScreen(`/posts?q=${encodeURIComponent(q)}`);
  await page.getByRole("link", { name: "Remove service:boosty – 14 posts" }).click();
  await expect.poll(address).toBe("/posts?q=lantern");
  await expect.element(main.getByText("1 to 1 of 14")).toBeVisible();
});

test("where words are misspelt beyond what the engine forgives, and in phrases, those of tags are offered", async () => {
  const q = 'raim "lantren festival" lnatrn -lnatrn';
  await answerPosts([], { query: { q } });
  await answerPosts([listPost()], { query: { q: 'rain "lantern festival" lantern -lnatrn' } }, 3);
  await api.answer(listTags, [
    { tag: "lantern", post_count: 9 },
    { tag: "Winter festival", post_count: 5 },
    { tag: "rain", post_count: 2 },
  ]);
  await renderScreen(`/posts?q=${encodeURIComponent(q)}`);
  const near = page.getByRole("link", { name: /^Did you mean/ });
  await expect
    .element(near)
    .toHaveTextContent('Did you mean rain "lantern festival" lantern -lnatrn? – 3 posts');
  await near.click();
  await expect.element(main.getByText("1 to 1 of 3")).toBeVisible();
});

test("where a tag or a creator is misspelt, the one that exists is offered with its count", async () => {
  const q = "lantern tag:watercolur creator:windrize";
  await answerPosts([], { query: { q } });
  await answerPosts([listPost()], { query: { q: 'lantern tag:watercolor creator:"Windrise Studio"' } }, 7);
  await api.answer(listTags, [{ tag: "watercolor", post_count: 9 }]);
  await answerCreators([listCreator({ name: "Windrise Studio" })]);
  await renderScreen(`/posts?q=${encodeURIComponent(q)}`);
  const near = page.getByRole("link", { name: /^Did you mean/ });
  await expect
    .element(near)
    .toHaveTextContent('Did you mean lantern tag:watercolor creator:"Windrise Studio"? – 7 posts');
  await near.click();
  await expect.element(main.getByText("1 to 1 of 7")).toBeVisible();
});

test("words too short to be searched say so, with no list", async () => {
  await answerPosts(listPosts(2), { query: { q: "a" } });
  await renderScreen("/posts?q=a");
  await expect.element(main.getByText("Type at least 2 characters.")).toBeVisible();
  await expect.element(cards).toHaveLength(0);
});

test("one emoji is a word", async () => {
  await answerPosts(listPosts(2), { query: { q: "🦩" } });
  await renderScreen(`/posts?q=${encodeURIComponent("🦩")}`);
  await expect.element(cards).toHaveLength(2);
});
