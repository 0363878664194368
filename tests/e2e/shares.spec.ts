import { expect, type Page, test } from "playwright/test";
import { watchConsole } from "./page.ts";

/** Answers made up here would else not reach a page the worker answers for. */
interface Shares {
  total: number;
  shares: { id: string; name: string }[];
}

async function shares(page: Page): Promise<Shares> {
  return (await (await page.request.get("/api/v1/shares")).json()) as Shares;
}

test("uploads are listed and lead to their files", async ({ page }) => {
  const faults = watchConsole(page);
  const { shares: all, total } = await shares(page);
  await page.goto("/shares");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Uploads");
  await expect(page.locator("main article")).toHaveCount(all.length);
  await expect(page.getByText(`${total} upload`)).toBeVisible();
  await page.locator("main article a").first().click();
  await expect(page).toHaveURL(new RegExp(`/share/${all[0]?.id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(all[0]?.name ?? "");
  const download = page.getByRole("link", { name: "Download" }).first();
  const file = await page.request.get((await download.getAttribute("href")) ?? "");
  expect(file.ok()).toBe(true);
  expect(faults).toEqual([]);
});

test("an archive of an upload can be looked into", async ({ page }) => {
  const { shares: all } = await shares(page);
  await page.goto(`/share/${all[0]?.id}`);
  await page.getByRole("link", { name: "View contents" }).first().click();
  await expect(page).toHaveURL(/\/file\/[0-9a-f]{64}$/);
});

test("no uploads, an unknown one and one without an id", async ({ page }) => {
  await page.route("**/api/v1/shares*", (route) => route.fulfill({ json: { shares: [], total: 0 } }));
  await page.goto("/shares");
  await expect(page.getByText("There are no uploads.")).toBeVisible();
  await page.goto("/share/nothing-of-that-name");
  await expect(page.getByText("The page you are looking for does not exist.")).toBeVisible();
  await page.goto("/share");
  await expect(page.getByText("Share ID is required.")).toBeVisible();
});

test("a failure can be tried again; loading has the shape of the list", async ({ page }) => {
  let isBroken = true;
  await page.route("**/api/v1/shares*", async (route) => {
    if (isBroken) await route.fulfill({ status: 418, json: {} });
    else {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    }
  });
  await page.goto("/shares");
  await expect(page.getByRole("alert")).toContainText("Something went wrong.");
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main article").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("status", { name: "Loading uploads" })).toBeVisible();
});

test("an offset between pages is refused in the server's words", async ({ page }) => {
  await page.goto("/shares?o=7");
  await expect(page.getByRole("alert")).toContainText("Offset 7 is not a multiple of 50.");
});
