import { expect } from "playwright/test";
import { keptPosts, loadOffline, rowsOf, withWorker } from "../offline/device.ts";
import { test } from "../offline/installed.ts";
import { addressOf, follow, postWithImages } from "./page.ts";

test("the app can be installed", async ({ page }) => {
  await withWorker(page);
  const session = await page.context().newCDPSession(page);
  const manifest = await session.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  const parsed = JSON.parse(manifest.data ?? "{}") as {
    name: string;
    display: string;
    icons: { src: string; purpose: string }[];
  };
  expect(parsed).toMatchObject({ name: "Roost", display: "standalone" });
  expect(parsed.icons.some((icon) => icon.purpose === "maskable")).toBe(true);
  for (const icon of parsed.icons)
    expect((await page.request.get(icon.src)).headers()["content-type"]).toBe("image/png");
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter((error) => error.errorId !== "in-incognito")).toEqual([]);
});

test("offline the app still opens, seen pages are there and others say why not", async ({
  page,
  context,
}) => {
  const post = await postWithImages(page);
  await withWorker(page, "/posts");
  await expect(page.locator("main article").first()).toBeVisible();
  await expect.poll(async () => (await rowsOf(page, "lists")).length).toBeGreaterThan(0);
  await page.goto(addressOf(post));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title);
  await keptPosts(page, [post]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title);
  await expect(page.getByText(/^You are offline\. This copy is from /)).toBeVisible();
  await loadOffline(page, "/posts");
  await expect(page.locator("main article").first()).toBeVisible();
  await follow(page, "/posts?o=50");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "You are offline" })).toHaveCount(0);
});

test("private answers and searches are never stored", async ({ page }) => {
  await withWorker(page, "/posts");
  await page.getByRole("combobox").first().fill("lantern");
  await expect(page.getByRole("option").first()).toBeVisible();
  const lists = async () => (await rowsOf<{ key: string }>(page, "lists")).map(({ key }) => key);
  await expect.poll(lists).toContain("/api/v1/posts?with=card");
  const stored = await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) addresses.push(request.url);
    return addresses;
  });
  const answers = (await rowsOf<{ key: string }>(page, "answers")).map(({ key }) => key);
  const all = [...stored, ...answers, ...(await lists())];
  expect(stored.filter((address) => address.includes("/api/"))).toEqual([]);
  expect(all.filter((address) => /\/api\/v1\/(search|account|removed)/.test(address))).toEqual([]);
});
