import { expect, test } from "playwright/test";
import { newestPosts, watchConsole } from "./page.ts";

const REFERENCE = "/documentation/api";

test("the strip on every page leads to the reference, which tells all operations", async ({
  page,
  isMobile,
}) => {
  const faults = watchConsole(page);
  await page.goto("/settings"); // a page without pictures: new ones are still being made for the first visitor
  await page.getByRole("contentinfo").getByRole("link", { name: "API" }).click();
  await expect(page).toHaveURL(new RegExp(`${REFERENCE}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  await expect(page.getByRole("article")).toBeVisible({ timeout: 15_000 });
  const api = (await (await page.request.get("/api/schema")).json()) as { paths: Record<string, object> };
  const count = Object.values(api.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  const operations = page.getByRole("navigation", { name: "Operations" });
  if (isMobile) {
    await expect(operations).toBeHidden();
    await page.getByRole("button", { name: "All operations" }).click();
  }
  await expect(operations.getByRole("link")).toHaveCount(count);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
});

test("parameters, shape and errors of an operation can be read, a shape opened", async ({ page }) => {
  await page.goto(`${REFERENCE}#getProfile`);
  const article = page.getByRole("article");
  await expect(article).toContainText("The creator's id on its service");
  await expect(article).toContainText("Creator not found.");
  await page.goto(`${REFERENCE}#getPost`);
  const field = article.locator("details", { hasText: /^post/ }).first();
  await field.locator("summary").first().press("Enter");
  await expect(field).toContainText("one of: PagePost");
  await expect(article.getByRole("region", { name: "Example" })).toContainText('"attachments": [');
});

test("a request is really sent, and what came back is shown whole or not at all", async ({ page }) => {
  const faults = watchConsole(page);
  const [post] = await newestPosts(page);
  if (post === undefined) throw new Error("The sample has no posts.");
  await page.goto(`${REFERENCE}#getProfile`);
  const send = page.getByRole("button", { name: "Send" });
  await expect(send).toBeDisabled();
  await page.getByLabel("service", { exact: true }).fill(post.service);
  await page.getByLabel("id", { exact: true }).fill(post.user);
  await expect(page.getByRole("region", { name: "curl" })).toContainText(
    `/api/v1/${post.service}/user/${post.user}/profile'`,
  );
  await send.click();
  await expect(page.getByRole("article").getByRole("status")).toContainText(/200.* in [\d,]+ ms/);
  const shown = await page.getByRole("region", { name: "Response" }).innerText();
  const asked = await page.request.get(`/api/v1/${post.service}/user/${post.user}/profile`);
  expect(JSON.parse(shown)).toEqual(await asked.json());
  await page.goto(`${REFERENCE}#getIcon`);
  await page.getByLabel("service", { exact: true }).fill(post.service);
  await page.getByLabel("id", { exact: true }).fill("nobody");
  await send.click();
  await expect(page.getByRole("article").getByRole("status")).toContainText("404");
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
});
