/** A folder of downloads from the drop to the post that is read, in the running archive. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "playwright/test";
import { register, someone } from "#tests/support/someone.ts";
import { watchConsole } from "./page.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Writes a folder like gallery-dl's, with metadata beside each file. @param id of creator and posts, unique for each run */
async function writeFolder(folder: string, id: number): Promise<void> {
  const post = (n: number, title: string) => ({
    category: "patreon",
    subcategory: "creator",
    id: id * 10 + n,
    title,
    content: `<p>The tide of ${title} is low.</p>`,
    published_at: `2024-05-0${n}T12:00:00.000+00:00`,
    date: `2024-05-0${n} 12:00:00`,
    creator: { id: String(id), full_name: `Harbour ${id}`, vanity: `harbour${id}` },
    user: { id: String(id) },
    campaign: { id: String(id + 1), name: `Harbour ${id}` },
    tags: ["tide"],
    num: 1,
    filename: `boat-${n}`,
    extension: "png",
    hash: "",
    type: "images",
    file: {},
    file_type: "images",
  });
  for (const [n, title] of [
    [1, "First harbour"],
    [2, "Second harbour"],
  ] as const) {
    const path = join(folder, "patreon", `harbour${id}`, `${id * 10 + n}_${title}_01.png`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.concat([PIXEL, Buffer.from(`${id} ${n}`)]));
    await writeFile(`${path}.json`, JSON.stringify(post(n, title)));
  }
}

test("an administrator chooses a folder, sees what is in it, imports it, and it is read", {
  tag: "@once",
}, async ({ page }) => {
  const main = page.getByRole("main");
  const folder = await mkdtemp(join(tmpdir(), "roost-downloads-"));
  try {
    const id = Math.floor(Math.random() * 1e9) + 1e9;
    await writeFolder(folder, id);
    await register(page, someone(), "/account/administrator/downloads", "administrator");
    const faults = watchConsole(page);
    await main.getByLabel("Choose a folder").setInputFiles(folder);
    await expect(main.getByText("1 creator, 2 posts, 0 messages, 2 files", { exact: false })).toBeVisible();
    await expect(main.getByText("gallery-dl").first()).toBeVisible();
    await main.getByRole("button", { name: "Import", exact: true }).click();
    await expect(main.getByRole("heading", { name: "Imported" })).toBeVisible();
    await expect(main.getByText("Added: 1 creator, 2 posts, 2 files. Updated: 0 posts.")).toBeVisible();
    await page.goto(`/patreon/user/${id}`);
    await main.getByRole("link", { name: "Second harbour" }).first().click();
    await expect(main.getByText("The tide of Second harbour is low.")).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => [...document.images].some((image) => image.naturalWidth > 0)))
      .toBe(true);
    expect(faults).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
