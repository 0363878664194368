/** New posts of chosen creators save themselves, within a limit, and never where data is saved. */
import { expect, type Page } from "playwright/test";
import { putRows, rowsOf, withWorker } from "./device.ts";
import { test } from "./installed.ts";
import { keyOf, type Listed, markOf, postWithImages, stored } from "./saved.ts";

interface Row {
  key: string;
  limit: number;
  known: string[];
}

/** A creator's newest posts, of whom some have images. */
async function newestOfCreator(page: Page): Promise<{ creator: string; posts: Listed[] }> {
  const { service, user } = await postWithImages(page, 2);
  const creator = `/${service}/user/${encodeURIComponent(user)}`;
  const posts = (await (await page.request.get(`/api/v1${creator}/posts`)).json()) as Listed[];
  expect(posts.length).toBeGreaterThan(2);
  return { creator, posts };
}

/**
 * Makes the device forget the two newest posts, as if they had come since. On a page without the app, which would look for
 * them, or write what was chosen last, in the middle of it.
 */
async function forgetTwo(page: Page, limit?: number): Promise<Row> {
  await page.goto("/livez");
  const [row] = await rowsOf<Row>(page, "autoSaves");
  if (row === undefined) throw new Error("It is not on.");
  const next = { ...row, known: row.known.slice(2), limit: limit ?? row.limit };
  await putRows(page, "autoSaves", [next]);
  return next;
}

async function turnOn(page: Page, creator: string): Promise<void> {
  await page.goto(creator);
  await page.getByRole("button", { name: /^Save posts/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Size limit" }).selectOption({ label: "100 MB" });
  await dialog.getByRole("switch", { name: "Save new posts automatically" }).click();
  await expect(
    dialog.getByText("until this creator's saved posts take 100 MB", { exact: false }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
}

test("new posts are saved at the next start, and none beyond the limit", async ({ page }) => {
  await withWorker(page);
  const { creator, posts } = await newestOfCreator(page);
  const [first, second, third] = posts as [Listed, Listed, Listed];
  await turnOn(page, creator);
  expect((await rowsOf<Row>(page, "autoSaves"))[0]).toMatchObject({ limit: 100e6 });

  await forgetTwo(page, 10); // bytes
  await page.goto(creator);
  await expect.poll(async () => (await rowsOf<Row>(page, "autoSaves"))[0]?.known[0]).toBe(first.id); // it has looked
  const hasFiles = first.attachments.length > 0 || first.file.path !== undefined;
  if (hasFiles) expect(await markOf(page, keyOf(first))).toBeUndefined();

  await forgetTwo(page, 100e6);
  await page.goto(creator);
  for (const post of [first, second]) await expect.poll(() => markOf(page, keyOf(post))).toBe("w");
  expect(await markOf(page, keyOf(third))).toBeUndefined();
  expect((await stored(page)).posts).toContain(keyOf(first));
});

test("with the data saver nothing is fetched", async ({ page }) => {
  await withWorker(page);
  const { creator, posts } = await newestOfCreator(page);
  await turnOn(page, creator);
  await forgetTwo(page);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const asked: string[] = [];
  await page.goto("/2257");
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // News of saved creators are asked for later than new posts would be.
  const [other] = posts.slice(-1) as [Listed];
  await putRows(page, "saved", [
    {
      key: keyOf(other),
      creator: `${other.service}/${other.user}`,
      creatorName: "Somebody",
      title: other.title,
      savedAt: Date.now(),
      bytes: 1_000,
      files: [],
      kinds: ["image"],
      state: "whole",
      textAt: 1,
    },
  ]);
  await page.goto("/2257");
  await expect.poll(() => asked.some((path) => path.endsWith("/profile"))).toBe(true);
  expect(asked.filter((path) => path.endsWith("/posts") || path.startsWith("/data"))).toEqual([]);
  expect(await markOf(page, keyOf(posts[0] as Listed))).toBeUndefined();
});
