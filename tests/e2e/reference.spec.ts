import { expect, test } from "playwright/test";
import { newestPosts, watchConsole } from "./page.ts";

const REFERENCE = "/documentation/api";

test("the strip on every page leads to the reference, which lists all operations", async ({ page }) => {
  const faults = watchConsole(page);
  await page.goto("/settings"); // a page without pictures: new ones are still being made for the first visitor
  await page.getByRole("contentinfo").getByRole("link", { name: "API" }).click();
  await expect(page).toHaveURL(new RegExp(`${REFERENCE}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  const api = (await (await page.request.get("/api/schema")).json()) as { paths: Record<string, object> };
  const count = Object.values(api.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  await expect(page.locator("[data-operation]")).toHaveCount(count);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
});

test("parameters, example and errors of an operation can be read", async ({ page }) => {
  await page.goto(`${REFERENCE}#getProfile`);
  const profile = page.locator("[data-operation=getProfile]");
  await expect(profile).toContainText("The creator's id on its service");
  await expect(profile).toContainText("Creator not found.");
  const post = page.locator("[data-operation=getPost]");
  await post.locator("summary").press("Enter");
  await expect(page).toHaveURL(new RegExp(`${REFERENCE}#getPost$`));
  await expect(post.getByRole("region", { name: "Example" })).toContainText('"attachments": [');
});

test("a request is really sent, and its response shown", async ({ page }) => {
  const faults = watchConsole(page);
  const [post] = await newestPosts(page);
  if (post === undefined) throw new Error("The sample has no posts.");
  await page.goto(`${REFERENCE}#getProfile`);
  const profile = page.locator("[data-operation=getProfile]");
  const send = profile.getByRole("button", { name: "Send" });
  await expect(send).toBeDisabled();
  await profile.getByLabel("service", { exact: true }).fill(post.service);
  await profile.getByLabel("id", { exact: true }).fill(post.user);
  const received = page.waitForResponse(new RegExp(`/api/v1/${post.service}/user/[^/]+/profile$`));
  await send.click();
  await expect(profile.getByRole("status")).toContainText(/200.* in [\d,]+ ms/);
  const shown = await profile.getByRole("region", { name: "Response" }).innerText();
  expect(JSON.parse(shown)).toEqual(await (await received).json());
  await page.goto(`${REFERENCE}#getIcon`);
  const icon = page.locator("[data-operation=getIcon]");
  await icon.getByLabel("service", { exact: true }).fill(post.service);
  await icon.getByLabel("id", { exact: true }).fill("nobody");
  await icon.getByRole("button", { name: "Send" }).click();
  await expect(icon.getByRole("status")).toContainText("404");
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
});
