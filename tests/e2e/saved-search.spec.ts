/** A saved search in the running archive: posts that an import brings are counted until it is opened. */
import { expect, test } from "playwright/test";
import { importPosts, newCreatorId } from "./imported.ts";

interface Feed {
  items: unknown[];
}

test("three posts of an import are new in a saved search until it is opened", { tag: "@once" }, async ({
  page,
}) => {
  const id = newCreatorId();
  const tag = `tide${id}`;
  await page.goto(`/posts?q=tag:${tag}`);
  await page.getByRole("button", { name: "Save search" }).click();
  await expect(page.getByRole("button", { name: "Saved search" })).toBeVisible();
  await importPosts(
    { id, name: `Harbour ${id}` },
    [1, 2, 3].map((n) => ({ title: `Harbour ${n}`, content: "Low tide.", tags: [tag] })),
  );
  const saved = page.getByRole("region", { name: "Saved searches" });
  const box = page.getByRole("combobox", { name: "Search creators, posts, messages and tags" });
  const open = async () => {
    await page.goto("/posts");
    await box.click();
    await expect(saved.getByRole("link")).toBeVisible();
  };
  // The indexer has its own pace.
  const found = async () =>
    ((await (await page.request.get(`/api/v1/posts/feed?format=json&q=tag:${tag}`)).json()) as Feed).items;
  await expect.poll(found).toHaveLength(3);
  await open();
  await expect(saved.getByRole("link", { name: `tag:${tag} 3 new` })).toBeVisible();
  await saved.getByRole("link").click();
  await expect(page.locator("main article")).toHaveCount(3);
  // Noted as soon as the page knows what is new, which is later than the posts.
  await box.click();
  await expect(saved.getByRole("link", { name: `tag:${tag}`, exact: true })).toBeVisible();
  await open();
  await expect(saved.getByRole("link", { name: `tag:${tag}`, exact: true })).toBeVisible();
});
