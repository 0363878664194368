/** Search fields complete the term that is being typed. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listTags } from "#shared/contracts/post.ts";
import { answerCreators, answerPosts } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listCreator, listPosts } from "#tests/components/examples.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const TAGS = [
  { tag: "blue hour", post_count: 1_204 },
  { tag: "blush", post_count: 12 },
  { tag: "red", post_count: 3 },
];
const fields = ["Search all posts", "Search creators, posts, messages and tags"];
const options = () =>
  page
    .getByRole("listbox")
    .getByRole("option")
    .elements()
    .map((option) => option.textContent);

test.each(fields)(
  "tags with their counts, by keyboard, without a request for each letter: %s",
  async (name) => {
    await answerPosts(listPosts(2));
    await api.answer(listTags, TAGS);
    await renderScreen("/posts");
    const field = page.getByRole("combobox", { name });
    await field.click();
    await userEvent.keyboard("lantern tag:blu");
    const list = page.getByRole("listbox");
    await expect.element(list.getByRole("option", { name: "blue hour 1,204 posts" })).toBeVisible();
    await expect.element(list.getByRole("option", { name: "blush 12 posts" })).toBeVisible();
    await expect.element(field).toHaveAttribute("aria-expanded", "true");
    expect(await violations()).toEqual([]);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    const active = list.getByRole("option", { selected: true });
    await expect.element(active).toHaveTextContent("blush");
    await expect.element(field).toHaveAttribute("aria-activedescendant", active.element().id);
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await expect.element(field).toHaveValue('lantern tag:"blue hour" ');
    await userEvent.keyboard("tag:re");
    await expect.element(list.getByRole("option", { name: /^red/ })).toBeVisible();
    expect(await api.requests(/\/posts\/tags/)).toHaveLength(1);
  },
);

test("a tag in any of its spellings, which are one to the search", async () => {
  await answerPosts(listPosts(2));
  const spellings = ["fan art", "Fan-Art", "fan_art"].map((tag, at) => ({ tag, post_count: 30 - at }));
  await api.answer(listTags, [...spellings, { tag: "fanart", post_count: 1 }]);
  await renderScreen("/posts");
  const field = page.getByRole("combobox", { name: "Search all posts" });
  await field.click();
  await userEvent.keyboard("tag:fan_a");
  await expect.poll(options).toEqual(["fan art3030 posts", "Fan-Art2929 posts", "fan_art2828 posts"]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field).toHaveValue('tag:"fan art" ');
});

test("keys, then their values, then the search itself", async () => {
  await answerPosts(listPosts(2));
  await renderScreen("/posts");
  const field = page.getByRole("combobox", { name: "Search all posts" });
  await field.click();
  await userEvent.keyboard("ha");
  await expect.poll(options).toEqual(["has:"]);
  await page.getByRole("option", { name: "has:" }).click();
  await expect.element(field).toHaveValue("has:");
  await expect.element(field).toHaveFocus();
  await expect.poll(options).toEqual(["video", "image", "audio", "archive", "document", "comments", "poll"]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field).toHaveValue("has:video ");
  await expect.poll(options).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => new URLSearchParams(location.search).get("q")).toBe("has:video");
});

test("creators, misspelt too; Escape closes the list", async () => {
  await answerPosts(listPosts(2));
  await answerCreators([listCreator({ name: "Windrise Studio" }), listCreator({ id: "11", name: "Bea" })]);
  await renderScreen("/posts");
  const field = page.getByRole("combobox", { name: "Search all posts" });
  await field.click();
  await userEvent.keyboard("-creator:windrize");
  await expect.poll(options).toEqual(["Windrise Studio"]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(options).toEqual([]);
  await userEvent.keyboard("{Backspace}");
  await expect.poll(options).toEqual(["Windrise Studio"]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field).toHaveValue('-creator:"Windrise Studio" ');
});

test("a person by any of its profiles", async () => {
  await answerPosts(listPosts(2));
  await answerCreators([listCreator({ name: "Windrise Studio" }), listCreator({ id: "11", name: "Bea" })]);
  await renderScreen("/posts");
  const field = page.getByRole("combobox", { name: "Search all posts" });
  await field.click();
  await userEvent.keyboard("person:windrize");
  await expect.poll(options).toEqual(["Windrise Studio (Patreon)"]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field).toHaveValue("person:patreon/10 ");
});
