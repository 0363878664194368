/** Comments of a stored post. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { DAY, postPage, profile } from "#tests/components/examples.ts";
import { heading } from "#tests/components/places.ts";
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
