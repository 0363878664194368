/** Helpers of specs that send files. */
import { expect, type Locator, type Page, type Route } from "playwright/test";

export const filesToUpload = (page: Page) =>
  page.getByRole("region", { name: "Files to upload" }).getByRole("listitem");

/** Longest pause of the app before it tries again (pwa/features/uploads/transfer.ts). */
const RETRY_MS = 5_000;

/** Breaks the connection of a request, and skips the app's pause before the next try. The page's clock is installed. */
export async function breakConnection(route: Route): Promise<void> {
  const page = route.request().frame().page();
  await route.abort("connectionreset");
  await page.clock.fastForward(RETRY_MS).catch(() => {}); // the page may be gone
}

/** Skips the app's pauses until it has tried often enough and says that it waits. */
export async function waitsForConnection(page: Page, row: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.fastForward(RETRY_MS);
      return row.textContent();
    })
    .toContain("Waiting for connection");
}
