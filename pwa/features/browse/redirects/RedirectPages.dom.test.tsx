/** Addresses that lead on to another. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getRandomCreator } from "#shared/contracts/creators.ts";
import { getRandomPost, listTags, resolvePost } from "#shared/contracts/post.ts";
import { answerPostPages, answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { listPost } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const NOT_THERE = page.getByText("The page you are looking for does not exist.");
const heading = page.getByRole("heading", { level: 1 });
const found = { service: "patreon", artist_id: "10", post_id: "1" };

test("random leads somewhere, without a stop in the history", async () => {
  await answerPrefetches();
  await answerPostPages([listPost()]);
  await api.answer(listTags, []);
  await api.answer(getRandomCreator, found);
  await api.answer(getRandomPost, found);
  await renderScreen("/posts/tags");
  for (const [name, to, title] of [
    ["Random creator", "/patreon/user/10", "Ann Lantern"],
    ["Random post", "/patreon/user/10/post/1", "Post 1"],
  ] as const) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    await expect.poll(address).toBe(to);
    await expect.element(heading).toHaveTextContent(title);
    history.back();
    await expect.poll(address).toBe("/posts/tags");
  }
});

test("a random pick that fails says so and can be tried again", async () => {
  await answerPrefetches();
  await api.fail(getRandomCreator, 500);
  await renderScreen("/artists/random");
  await expect.element(page.getByRole("alert")).toBeVisible();
  await api.answer(getRandomCreator, found);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(address).toBe("/patreon/user/10");
});

test("a post known by service and id alone is found with its creator", async () => {
  await answerPostPages([listPost()]);
  await api.fail(resolvePost, 404, "Not Found");
  await api.answer(resolvePost, found, { params: { post: "1" } });
  await renderScreen("/patreon/post/1");
  await expect.poll(address).toBe("/patreon/user/10/post/1");
  for (const unknown of ["/patreon/post/nothing-here", "/nosuchservice/post/1"]) {
    await reopen(unknown);
    await expect.element(NOT_THERE).toBeVisible();
  }
  await reopen("/patreon/post");
  await expect.element(page.getByText("Post ID is required.")).toBeVisible();
  await reopen("/%20/post/1");
  await expect.element(page.getByText("Service is required.")).toBeVisible();
});
