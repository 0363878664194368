/** Muted creators, tags, words and services, in every list. */
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { listCreators } from "#shared/contracts/creators.ts";
import { listPopularPosts } from "#shared/contracts/popular.ts";
import { getRandomPost } from "#shared/contracts/post.ts";
import { listPosts as postList } from "#shared/contracts/posts.ts";
import { searchAll } from "#shared/contracts/search.ts";
import {
  answerCreators,
  answerPostPages,
  answerPosts,
  answerPrefetches,
  answerUpdated,
  type Listed,
  NOTHING_FOUND,
  popular,
  postAddress,
} from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { creatorRow, listCreator, listPost } from "#tests/components/examples.ts";
import { openMore, pressMore } from "#tests/components/places.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const cards = main.getByRole("listitem").getByRole("article");
const dialog = page.getByRole("dialog");
const note = (words: string | RegExp) => page.getByText(words);
const titled = (words: string) => cards.filter({ hasText: words });
const press = (button: Locator) => {
  (button.element() as HTMLElement).focus();
  return userEvent.keyboard("{Enter}");
};

/** Six posts of three creators: two of them in the rain, one of another service. */
const POSTS: Listed[] = [
  listPost({ id: "1", title: "Rain one", tags: ["rain", "art"] }),
  listPost({ id: "2", title: "Harbor", tags: ["art"] }),
  listPost({ id: "3", title: "Rain two", tags: ["rain"], user: "20" }),
  listPost({ id: "4", title: "原神 sketch", user: "20" }),
  listPost({ id: "5", title: "Lantern", user: "30", service: "fanbox" }),
  listPost({ id: "6", title: "Boat", user: "20" }),
];
const [FIRST = listPost()] = POSTS;

async function answerAll(): Promise<void> {
  await answerPrefetches();
  await answerPosts(POSTS);
  await answerPostPages(POSTS.filter(({ user }) => user === "10"));
}

test("a muted tag is left out of posts, search and popular; the page says how many, totals stay true", async () => {
  await answerAll();
  await answerPosts(
    POSTS.filter(({ tags }) => tags?.includes("rain")),
    { query: { tag: "rain" } },
  );
  await api.answer(listPopularPosts, popular(POSTS));
  const hit = { service: "patreon", user: "10", creator: "Ann", snippet: "" } as const;
  await api.answer(searchAll, {
    ...NOTHING_FOUND,
    posts: [
      { ...hit, id: "1", title: "Rain one", tags: ["rain", "art"] },
      { ...hit, id: "2", title: "Harbor", tags: ["art"] },
    ],
  });
  await renderScreen(postAddress(FIRST));
  await pressMore("Mute a tag…");
  await dialog.getByRole("button", { name: "Mute tag rain", exact: true }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(note("Muted: rain")).toBeVisible();

  await reopen("/posts");
  const words = "2 hidden by mutes";
  await expect.element(page.getByRole("status").filter({ hasText: words })).toBeVisible();
  await expect.element(cards).toHaveLength(4);
  await expect.element(note("1 to 6 of")).toBeVisible();
  await press(page.getByRole("button", { name: `Show: ${words}` }));
  await expect.element(cards).toHaveLength(6);
  await press(page.getByRole("button", { name: `Hide again: ${words}` }));
  await expect.element(cards).toHaveLength(4);

  await reopen("/posts?tag=rain");
  await expect.element(note(/^\d+ hidden by mutes$/)).toBeVisible();
  await expect.element(cards).toHaveLength(0);

  await reopen("/posts/popular?period=month&date=2026-09-04");
  await expect.element(note(words)).toBeVisible();
  await expect.element(cards).toHaveLength(4);

  await userEvent.fill(page.getByRole("combobox", { name: /^Search creators/ }), "rain");
  const results = page.getByRole("listbox");
  await expect.element(results.getByText("Harbor")).toBeVisible();
  await expect.element(note("1 hidden by mutes")).toBeVisible();
  await expect.element(results.getByText("Rain one")).not.toBeInTheDocument();
});

test("a muted creator: from the card, gone from every list, whole on the own page, and back with one press", async () => {
  const creatorPage = "/patreon/user/10";
  const links = () => document.querySelectorAll(`main a[href^="${creatorPage}"]`).length;
  await answerAll();
  await answerCreators([listCreator(), listCreator({ id: "20", name: "Ben Harbor" })]);
  await answerUpdated([creatorRow(), creatorRow({ id: "20", name: "Ben Harbor" })]);
  await renderScreen("/posts");
  await cards
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await dialog.getByRole("button", { name: "Mute creator" }).click();
  await expect.element(note("2 hidden by mutes")).toBeVisible();
  await expect.poll(links).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(links).toBeGreaterThan(0);

  await reopen(creatorPage);
  await pressMore("Mute creator");
  await expect.element(note("You muted this creator.")).toBeVisible();
  await expect.element(cards.first()).toBeVisible();
  for (const list of ["/artists?q=a", "/artists/updated"]) {
    await reopen(list);
    await expect.element(note("1 hidden by mutes")).toBeVisible();
    await expect.element(titled("Ben Harbor")).toBeVisible();
    expect(links()).toBe(0);
  }
  await reopen(creatorPage);
  await page.getByRole("button", { name: "Unmute", exact: true }).click();
  await expect.element(note("You muted this creator.")).not.toBeInTheDocument();
  await reopen("/artists/updated");
  const name = cards.first().getByRole("heading");
  await expect.element(name).toHaveTextContent("Ann Lantern");
  await press(cards.first().getByRole("button", { name: "Mute Ann Lantern" }));
  await expect.element(name).toHaveTextContent("Ben Harbor");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(name).toHaveTextContent("Ann Lantern");
  await reopen(creatorPage);
  await openMore();
  await expect.element(page.getByRole("button", { name: "Mute creator" })).toBeVisible();
  await expect.element(note("You muted this creator.")).not.toBeInTheDocument();
  await reopen("/posts");
  await expect.poll(links).toBeGreaterThan(0);
});

test("Next passes over what the list leaves out", async () => {
  const rows = ["Open", "Left", "Shown"].map((title, at) => listPost({ id: `${at + 1}`, title }));
  await answerPrefetches();
  await answerPostPages(rows);
  const open = `${postAddress(rows[0] ?? FIRST)}?sort_by=published`;
  const next = page.getByRole("link", { name: /^Next (Left|Shown)$/ });
  await renderScreen(open);
  await expect.element(next).toHaveAttribute("href", expect.stringMatching(/\/post\/2\?/));
  localStorage.setItem("mutes", JSON.stringify({ words: ["Left"] }));
  await reopen(open);
  await expect.element(next).toHaveAttribute("href", expect.stringMatching(/\/post\/3\?/));
});

test("words and services are muted in the settings, in three ways, and removed there", async () => {
  await answerAll();
  await renderScreen("/settings");
  await userEvent.fill(page.getByRole("textbox", { name: "Mute a word" }), "原神");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Unmute 原神" })).toBeVisible();
  await reopen("/posts");
  await expect.element(note("1 hidden by mutes")).toBeVisible();
  await expect.element(titled("原神 sketch")).not.toBeInTheDocument();

  for (const [mode, button] of [
    ["Collapsed", /^Muted word: 原神/],
    ["Blurred", /^Muted word: 原神/],
  ] as const) {
    await reopen("/settings");
    await page.getByRole("radio", { name: mode }).click({ force: true });
    await reopen("/posts");
    await page.getByRole("button", { name: button }).click();
    await expect.element(titled("原神 sketch")).toBeVisible();
  }

  await reopen("/settings");
  await page.getByRole("button", { name: "Unmute 原神" }).click();
  await page.getByRole("radio", { name: "Hidden" }).click({ force: true });
  await page.getByRole("region", { name: "Mutes" }).getByRole("switch").first().click();
  await reopen("/posts");
  await expect.element(note("5 hidden by mutes")).toBeVisible();
  await expect.element(cards).toHaveLength(1);
});

test("a random post that is muted is drawn again, and not for ever", async () => {
  await answerPrefetches();
  const drawn = ({ service, user, id }: Listed) => ({ service, artist_id: user, post_id: id });
  const other = listPost({ id: "7", user: "70" });
  const asked = async () => (await api.requests(/posts\/random/)).length;
  await api.answer(getRandomPost, drawn(other));
  await api.answer(getRandomPost, drawn(FIRST), { times: 2 });
  const stored = { mutes: { creators: [{ service: "patreon", id: "10", name: "Somebody" }] } };
  await renderScreen("/posts/random", { stored });
  await expect.poll(address).toBe(postAddress(other));
  const before = await asked();
  await api.answer(getRandomPost, drawn(FIRST));
  await api.answer(listCreators, [listCreator({ id: "10" })], { query: {} });
  await reopen("/posts/random");
  await expect.poll(address).toBe(postAddress(FIRST));
  // React starts effects twice in development, so the first request may be a canceled one.
  expect((await asked()) - before).toBeOneOf([6, 7]);
});

test("offline a tag is muted and left out", async () => {
  await answerAll();
  await renderScreen("/posts");
  await expect.element(cards).toHaveLength(6);
  await cards.first().getByRole("link").click();
  await expect.element(main.getByRole("button", { name: "More actions" })).toBeVisible();
  await api.disconnect(postList);
  setOnline(false);
  await pressMore("Mute a tag…");
  await dialog.getByRole("button", { name: "Mute tag rain", exact: true }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  history.back();
  await expect.element(note("2 hidden by mutes")).toBeVisible();
  await expect.element(cards).toHaveLength(4);
});
