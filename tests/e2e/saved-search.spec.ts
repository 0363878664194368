/** A saved search in the running archive: posts that an import brings are counted until it is opened. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";

/** Posts without files as gallery-dl leaves them. @param id of the creator, so that runs do not meet */
async function writeFolder(folder: string, id: number, tag: string): Promise<void> {
  const home = join(folder, "patreon", `harbour${id}`);
  await mkdir(home, { recursive: true });
  for (const n of [1, 2, 3]) {
    const post = {
      category: "patreon",
      subcategory: "creator",
      id: id * 10 + n,
      title: `Harbour ${n}`,
      content: "<p>Low tide.</p>",
      published_at: `2024-05-0${n}T12:00:00.000+00:00`,
      date: `2024-05-0${n} 12:00:00`,
      creator: { id: String(id), full_name: `Harbour ${id}`, vanity: `harbour${id}` },
      user: { id: String(id) },
      campaign: { id: String(id + 1), name: `Harbour ${id}` },
      tags: [tag],
    };
    await writeFile(join(home, `${post.id}.json`), JSON.stringify(post));
  }
}

test("three posts of an import are new in a saved search until it is opened", { tag: "@once" }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  const id = Math.floor(Math.random() * 1e9) + 1e9;
  const tag = `tide${id}`;
  const folder = await mkdtemp(join(tmpdir(), "roost-downloads-"));
  try {
    await writeFolder(folder, id, tag);
    await page.goto(`/posts?q=tag:${tag}`);
    await page.getByRole("button", { name: "Save search" }).click();
    await expect(page.getByRole("button", { name: "Saved search" })).toBeVisible();
    const data = process.env["ROOST_E2E_DATA"];
    await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "backend/downloads/import-main.ts", folder, "--yes"],
      { env: { ...process.env, ...(data === undefined ? {} : { ROOST_DATA: data }) } },
    );
    const saved = page.getByRole("region", { name: "Saved searches" });
    const open = async () => {
      await page.goto("/posts");
      await page.getByRole("combobox", { name: "Search creators, posts, messages and tags" }).click();
      await expect(saved.getByRole("link")).toBeVisible();
    };
    await expect(async () => {
      await open();
      await expect(saved.getByRole("link", { name: `tag:${tag} 3 new` })).toBeVisible();
    }).toPass({ timeout: 90_000 });
    await saved.getByRole("link").click();
    await expect(page.locator("main article")).toHaveCount(3);
    await open();
    await expect(saved.getByRole("link", { name: `tag:${tag}`, exact: true })).toBeVisible();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
