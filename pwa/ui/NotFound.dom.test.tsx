import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { heading } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

test.each([
  "/nowhere/at/all",
  "/nosuchservice/user/1",
  "/patreon/user/nobody-here",
  "/patreon/user/1/post/nothing",
])("an unknown address, service, creator or post is the 404 page: %s", async (unknown) => {
  for (const endpoint of [getProfile, listCreatorPosts, getPost, listComments])
    await api.fail(endpoint, 404, "Not Found");
  await renderScreen(unknown);
  await expect.element(page.getByText("The page you are looking for does not exist.")).toBeVisible();
  await expect.element(page.getByRole("main").getByRole("link", { name: "Home" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Go Back" })).toBeVisible();
});

test("both ways out of an address that leads nowhere work", async () => {
  await answerEverything();
  await renderScreen("/dmca");
  await expect.element(heading).toBeVisible();
  history.pushState(null, "", "/nowhere");
  await renderScreen("/nowhere/at/all");
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect.poll(address).toBe("/dmca");
  await renderScreen("/nowhere/at/all");
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await expect.poll(address).toBe("/");
});
