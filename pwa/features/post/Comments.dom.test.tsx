/** Comments of a post: loading, failures, replies, earlier versions, a filter, and those of a stored post. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { DAY, postPage, profile } from "#tests/components/examples.ts";
import { heading, main } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { offlineDb } from "../../offline/db/db.ts";
import type { PostRow } from "../../offline/db/records.ts";

test("offline, stored comments are there without being scrolled to", async () => {
  const now = Date.now();
  const key = "patreon/10/1";
  const content = "<p>A line of the post.</p>".repeat(200);
  const stored = { storedAt: now, usedAt: now, bytes: 9 };
  const row = { key, creator: "patreon/10", page: postPage({ content }), pageAt: now, ...stored };
  await offlineDb().posts.put(row as unknown as PostRow);
  const comment = { id: "1", parent_id: null, commenter: "7", commenter_name: "Ito", published: DAY };
  await offlineDb().comments.put({ key, comments: [{ ...comment, content: "Nice!" }], ...stored });
  for (const endpoint of [getPost, getProfile, listCreatorPosts, listComments])
    await api.disconnect(endpoint);
  setOnline(false);
  await renderScreen("/patreon/user/10/post/1", { stored: { device: "1" } });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText("Nice!")).toBeInTheDocument();
  await expect.element(page.getByText("Loading comments...")).not.toBeInTheDocument();
  expect(scrollY).toBe(0);
});

test("a comment that breaks the parser leaves the page and the other comments in place", async () => {
  const comment = (id: string, content: string) => ({
    ...{ id, parent_id: null, commenter: "7", commenter_name: "Ito", published: DAY },
    content,
  });
  await api.answer(getPost, postPage({ content: "<frameset><p>A line of the post.</p>" }));
  await api.answer(getProfile, profile());
  await api.answer(listComments, [
    comment("1", "<frameset><frame src=x></frameset>A word after it."),
    comment("2", "</body><frameset>"),
    comment("3", "Nice!"),
  ]);
  await renderScreen("/patreon/user/10/post/1");
  await expect.element(page.getByText("A line of the post.")).toBeVisible();
  await expect.element(page.getByText("Nice!")).toBeInTheDocument();
  await expect.element(page.getByText("A word after it.")).toBeInTheDocument();
  await expect.element(page.getByText("Unexpected Application Error!")).not.toBeInTheDocument();
});

const ADDRESS = "/patreon/user/10/post/1";
const region = main.getByRole("region", { name: /^Comments/ });
const words = (id: number, parent: number | null, more: object = {}) => ({
  id: String(id),
  parent_id: parent === null ? null : String(parent),
  commenter: `c${id}`,
  commenter_name: `Reader ${id}`,
  content: `<p>Words ${id}</p>`,
  published: DAY,
  ...more,
});
const MANY = Array.from({ length: 500 }, (_, at) => words(at, at % 5 === 0 ? null : at - 1));

async function open(): Promise<void> {
  await api.answer(getPost, postPage());
  await api.answer(getProfile, profile());
  await renderScreen(ADDRESS);
  await expect.element(region).toBeInTheDocument();
  region.element().scrollIntoView();
}

test("replies sit under their comment and fold by keyboard; earlier versions open", async () => {
  const revisions = [{ id: 1, content: "<p>First words</p>", added: "2023-12-31T00:00:00" }];
  await api.answer(listComments, [words(1, null, { revisions }), words(2, null), words(3, 1), words(4, 3)]);
  await open();
  const first = region.getByRole("listitem").filter({ hasText: "Words 1" }).first();
  await expect.element(first.getByRole("listitem").filter({ hasText: "Words 4" }).first()).toBeVisible();
  (first.getByRole("button", { name: "Hide 2 replies" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(region.getByText("Words 3")).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(region.getByText("Words 4")).toBeVisible();

  const edited = first.getByRole("button", { name: /^Edited/ });
  await edited.click();
  const dialog = page.getByRole("dialog", { name: "Older revisions of this comment" });
  await expect.element(dialog).toHaveTextContent("First words");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(edited).toHaveFocus();
});

test("comments: loading, failed with a retry, none", async () => {
  const release = await api.holdFailure(listComments, 500, "x");
  await open();
  await expect.element(region.getByText("Loading comments...")).toBeVisible();
  await release();
  await expect.element(region.getByText("Couldn't load comments.")).toBeVisible();
  await api.fail(listComments, 404, "Not Found");
  await region.getByRole("button", { name: "Retry" }).click();
  await expect.element(region.getByText("No comments found for this post.")).toBeVisible();
});

test("five hundred comments are filtered, and few of them are laid out at a time", async () => {
  await api.answer(listComments, MANY);
  await open();
  await expect.element(page.getByText("Words 0", { exact: true })).toBeInTheDocument();
  // Style and layout are what a long list costs.
  const laidOut = () =>
    region
      .getByRole("article")
      .elements()
      .filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length;
  for (const distance of [0, 2_000, 5_000]) {
    scrollBy(0, distance);
    await expect.poll(laidOut).toBeGreaterThan(0);
    await expect.poll(laidOut).toBeLessThan(MANY.length / 2);
  }
  await region.getByRole("searchbox", { name: "Filter comments" }).fill("Words 499");
  await expect.poll(() => region.getByRole("article").elements()).toHaveLength(1);
});
