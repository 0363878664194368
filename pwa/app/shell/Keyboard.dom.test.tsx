/** Shortcuts, and the app by keyboard alone. */
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { searchAll } from "#shared/contracts/search.ts";
import {
  answerCreators,
  answerDms,
  answerPostPages,
  answerPosts,
  answerPrefetches,
  answerTexts,
  answerUpdated,
  listedDm,
  NOTHING_FOUND,
  postAddress,
} from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { listCreator, listPost, listPosts } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const box = page.getByRole("combobox", { name: "Search creators, posts, messages and tags" });
const palette = page.getByRole("dialog", { name: "Command palette" });
const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
const viewer = page.getByRole("dialog", { name: "Image viewer" });
const heading = page.getByRole("heading", { level: 1 });
const cards = main.getByRole("listitem").getByRole("article");
const press = (keys: string) => userEvent.keyboard(keys);
const focus = (link: Locator) => (link.element() as HTMLElement).focus();

/** The number of the focused card, from 0. */
const focusedCard = () => cards.elements().findIndex((card) => card.contains(document.activeElement));
const image = () => document.querySelector("main [data-image-path]");

/** A first screen does without the keys; they come with the place of the notices. */
const keysAreThere = () =>
  expect.poll(() => document.querySelector("[role=status]:not(main *, [aria-label])")).not.toBeNull();

test("by keyboard alone: search, post, viewer and back", async () => {
  const posts = [listPost({ id: "1", file: {} }), listPost({ id: "2", file: {} }), ...listPosts(2, 2)];
  await answerPosts(listPosts(3, 10));
  await answerPosts(posts, { query: { q: "lantren" } });
  await answerPostPages(posts);
  await answerUpdated([]);
  const hit = { service: "patreon", user: "10", id: "1", creator: "Ann", snippet: "" } as const;
  await api.answer(searchAll, { ...NOTHING_FOUND, posts: [{ ...hit, title: "Lantern" }] });
  await renderScreen("/");
  await keysAreThere();
  await press("/");
  await expect.element(box).toHaveFocus();
  await press("lantren");
  await expect.element(page.getByRole("group", { name: "Posts" }).getByRole("option").first()).toBeVisible();
  await press("{ArrowUp}"); // the last row
  const all = page.getByRole("option", { name: /See all posts/ });
  await expect.element(all).toHaveAttribute("aria-selected", "true");
  await press("{Enter}");
  await expect.poll(address).toBe("/posts?q=lantren");
  await expect.element(heading).toHaveFocus();
  await expect.element(cards).toHaveLength(4);
  for (let step = 0; step <= 2; step++) {
    await press("j");
    await expect.poll(focusedCard).toBe(step);
  }
  expect(document.activeElement?.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  await press("{Enter}");
  await expect.poll(address).toMatch(/\/post\/3/);
  await expect.element(heading).toHaveFocus();
  await expect.poll(image).not.toBeNull();

  await press("g");
  await expect.element(viewer).toBeVisible();
  await press("j"); // does nothing there
  await press("{Escape}");
  await expect.element(viewer).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(image());
  history.back();
  await expect.poll(address).toBe("/posts?q=lantren");
  await expect.poll(focusedCard).toBe(2);
});

test("? lists every key; the switch turns them off and survives a reload", async () => {
  await answerPosts(listPosts(3));
  await renderScreen("/posts");
  await keysAreThere();
  await press("?");
  await expect.element(help).toBeVisible();
  const rows = [...help.element().querySelectorAll("dl > div")];
  const keysOf = (words: string) =>
    [...(rows.find((row) => row.textContent.includes(words))?.querySelectorAll("kbd") ?? [])].map(
      (key) => key.textContent,
    );
  for (const [key, words] of [
    ["/", "Search"],
    ["j", "Next card"],
    ["k", "Previous card"],
    ["g", "View images of a post"],
    ["s", "Save the post for offline"],
    ["f", "Favorite"],
    ["?", "Show shortcuts"],
  ] as const)
    expect(keysOf(words)).toEqual([key]);
  expect(keysOf("Previous and next post")).toEqual(["←", "→"]);
  await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await press("{Escape}");
  await expect.element(help).not.toBeInTheDocument();
  for (const isReloaded of [false, true]) {
    if (isReloaded) {
      await reopen();
      await expect.element(cards.first()).toBeVisible();
      await keysAreThere();
    }
    for (const key of ["?", "j", "/"]) await press(key);
    await press("{Control>}k{/Control}"); // not a single key
    await expect.element(palette).toBeVisible();
    await press("{Escape}");
    await expect.element(palette).not.toBeInTheDocument();
    await expect.element(help).not.toBeInTheDocument();
    expect(focusedCard()).toBe(-1);
    await expect.element(box).not.toHaveFocus();
  }
});

test("a key can be another one; none is taken twice; none works while one types", async () => {
  await answerPrefetches();
  await answerPosts(listPosts(3));
  await renderScreen("/settings");
  const next = page.getByRole("textbox", { name: "Next card" });
  await userEvent.fill(next, "k");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Already used for: Previous card");
  await userEvent.fill(next, "n");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await userEvent.fill(page.getByRole("textbox", { name: "View images of a post" }), "");
  await reopen("/posts");
  await keysAreThere();
  await expect.element(cards.nth(2)).toBeVisible();
  await press("j");
  await press("n");
  await expect.poll(focusedCard).toBe(0);
  await press("n");
  await expect.poll(focusedCard).toBe(1);
  await press("k");
  await expect.poll(focusedCard).toBe(0);
  const field = page.getByRole("combobox", { name: "Search all posts" });
  focus(field);
  await press("n/?kgj");
  await expect.element(field).toHaveValue("n/?kgj");
  await expect.element(field).toHaveFocus();
  await expect.element(help).not.toBeInTheDocument();
});

test("g looks at a card's images over the list, s saves its post, f says what is missing", async () => {
  const dialog = page.getByRole("dialog", { name: "Save for offline" });
  const posts = listPosts(3);
  await answerPosts(posts);
  await answerPostPages(posts);
  await answerTexts();
  await renderScreen("/posts");
  await keysAreThere();
  const link = cards.first().getByRole("link");
  await expect.element(link).toBeVisible();
  await press("s");
  await expect.element(page.getByText("Select a post first.")).toBeVisible();
  await press("f");
  await expect.element(page.getByText("Open a post or a creator first.")).toBeVisible();
  focus(link);
  await press("g");
  await expect.element(viewer.getByRole("img").first()).toBeVisible();
  await press("{Escape}");
  await expect.element(viewer).not.toBeInTheDocument();
  expect(address()).toBe("/posts");
  await expect.element(link).toHaveFocus();

  await press("s");
  await expect.element(dialog.getByRole("checkbox", { name: /Images/ })).toBeChecked();
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await expect.element(save).toBeEnabled();
  focus(save);
  await press("{Enter}");
  await expect.element(save).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("button", { name: "Delete" })).toBeVisible();
  await press("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  focus(link);
  await press("{Enter}");
  await expect.poll(address).toBe(postAddress(posts[0] ?? listPost()));
  await expect.element(page.getByRole("button", { name: "Saved" })).toBeVisible();
  await press("s");
  await expect.element(dialog.getByRole("button", { name: "Delete" })).toBeVisible();
  await press("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();

  await reopen("/saved");
  await keysAreThere();
  await expect.element(cards).toHaveLength(1);
  await press("j");
  await expect.poll(focusedCard).toBe(0);
  await press("s");
  const remove = dialog.getByRole("button", { name: "Delete" });
  await expect.element(remove).toBeVisible();
  focus(remove);
  await press("{Enter}");
  await expect.element(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.element(cards).toHaveLength(0);
});

test("cards of creators and DMs are walked too, and the last leads to the next page", async () => {
  await answerPrefetches();
  await answerCreators(["1", "2", "3"].map((id) => listCreator({ id })));
  await answerDms(["1", "2", "3"].map((hash) => listedDm({ hash })));
  for (const list of ["/artists", "/dms"]) {
    if (list === "/artists") await renderScreen(list);
    else await reopen(list);
    await keysAreThere();
    await expect.element(cards.nth(2)).toBeVisible();
    await press("j");
    await expect.poll(focusedCard).toBe(0);
    await press("j");
    await expect.poll(focusedCard).toBe(1);
    expect(document.activeElement?.tagName).toBe("A");
  }
  await answerPosts(listPosts(50), {}, 60);
  await reopen("/posts");
  await keysAreThere();
  await expect.element(cards).toHaveLength(50);
  focus(cards.nth(49).getByRole("link"));
  await press("j");
  await expect.element(page.getByRole("link", { name: "Next page" })).toHaveFocus();
});
