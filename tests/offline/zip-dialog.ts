/** The dialog that makes a ZIP of a post, as the specs use it. */
import { type Download, expect, type Page } from "playwright/test";
import { addressOf, pressMore } from "../e2e/page.ts";
import { type ReadEntry, readZip } from "../support/zip-reader.ts";
import type { Listed } from "./saved.ts";

/** The browser's own dialog cannot be used from here: the other way out is. */
export const withoutPicker = (page: Page) =>
  page.addInitScript(() => void Reflect.deleteProperty(window, "showSaveFilePicker"));

export const dialog = (page: Page) => page.getByRole("dialog", { name: "Save this post as a ZIP file" });
export const press = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true }).click();

export async function openDialog(page: Page, post: Listed, base = ""): Promise<void> {
  await page.goto(base + addressOf(post), { waitUntil: "commit" });
  await pressMore(page, "Save as ZIP");
  await expect(dialog(page).getByRole("button", { name: "Make ZIP" })).toBeVisible();
}

export async function made(page: Page): Promise<{ download: Download; entries: ReadEntry[] }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Make ZIP")]);
  await expect(dialog(page).getByText(/^The ZIP is ready/)).toBeVisible();
  return { download, entries: await readZip(await download.path()) };
}
