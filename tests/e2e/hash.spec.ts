/** The screen of the hash lookup: typed hashes, dropped and pasted files, the table. */
import { createHash } from "node:crypto";
import { expect, test } from "playwright/test";
import { hashOfPath } from "#shared/rules/files.ts";
import { violations } from "./axe.ts";
import { interactive, postWithImages, watchConsole } from "./page.ts";

test("a hash is typed in any case, with spaces; a wrong one shows an error", { tag: "@once" }, async ({
  page,
}) => {
  const faults = watchConsole(page);
  const post = await postWithImages(page);
  const hash = hashOfPath(post.file.path ?? "") ?? "";
  await page.goto("/search_hash?hash=abc");
  await expect(page.getByRole("alert")).toHaveText("Invalid hash!");
  const field = page.getByRole("textbox", { name: "SHA-256 of a file" });
  await expect(field).toHaveValue("abc");
  await field.fill(`  ${hash.toUpperCase()} `);
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page).toHaveURL(new RegExp(`/search_hash\\?hash=${hash}$`, "i"));
  await expect(page.getByText(hash, { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: post.title }).first()).toBeVisible();
  await page.goto(`/search_hash?hash=%20${hash.toUpperCase()}%20`);
  await expect(page.getByText(/^In \d+ posts? and \d+ chat messages?\.$/)).toBeVisible();
  await page.goto(`/search_hash?hash=${"0".repeat(64)}`);
  await expect(page.getByText("This file isn't in the archive.")).toBeVisible();
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
});

test("dropped and pasted files come into the table, which reads well in both schemes", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const post = await postWithImages(page);
  const bytes = [...(await (await page.request.get(`/data${post.file.path}`)).body())];
  const digest = createHash("sha256").update(Buffer.from(bytes)).digest("hex");
  await page.goto("/search_hash");
  await expect(page.getByText("Drop or paste files")).toBeVisible();
  await interactive(page);
  await page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(content)], "dropped.png", { type: "image/png" }));
    document.body.dispatchEvent(
      new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
    const clipboard = new DataTransfer();
    clipboard.items.add(new File(["words"], "=pasted,1.txt", { type: "text/plain" }));
    document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData: clipboard }));
  }, bytes);
  const dropped = page.getByRole("row", { name: "dropped.png" });
  await expect(dropped).toContainText("In the archive");
  await expect(dropped).toContainText(digest);
  await expect(
    dropped.getByRole("img", { includeHidden: true }).or(dropped.locator("img")).first(),
  ).toBeVisible();
  await expect(page.getByRole("row", { name: "=pasted,1.txt" })).toContainText("Not in the archive");
  await expect(page.getByRole("status").filter({ hasText: "1 in the archive, 1 not." })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
  await page.getByRole("radio", { name: "Not in the archive 1" }).check();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const text = await (await (await download).createReadStream()).toArray();
  const lines = Buffer.concat(text as Buffer[])
    .toString()
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toBe("\ufeffname,folder,size,sha256,state,found_in");
  expect(lines).toHaveLength(3);
  expect(lines.find((line) => line.includes("pasted"))).toMatch(
    /^"'=pasted,1\.txt",,5,[0-9a-f]{64},unknown,$/,
  );

  await page.getByRole("radio", { name: /^All/ }).check();
  const more = Array.from({ length: 28 }, (_, at) => ({
    ...{ name: `a file with a long name, number ${at}.png`, mimeType: "image/png" },
    buffer: at < 10 ? Buffer.from(bytes) : Buffer.from(`nobody has number ${at}`),
  }));
  await page.getByLabel("Choose files").setInputFiles(more);
  await expect(page.getByRole("status").filter({ hasText: "11 in the archive, 19 not." })).toBeVisible();
  expect(await violations(page, "hash lookup")).toEqual([]);
});
