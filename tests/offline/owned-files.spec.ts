/** The private list of files that one has: only when asked for, only here, and of use. */
import { expect, type Page, test } from "playwright/test";
import { hashOfPath } from "#shared/rules/files.ts";
import { violations } from "../e2e/axe.ts";
import { addressOf, pressMore } from "../e2e/page.ts";
import { readZip } from "../support/zip-reader.ts";
import { rowsOf } from "./device.ts";
import { filesOf, isImage, keyOf, type Listed, somePosts, stored } from "./saved.ts";

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(window, "showSaveFilePicker"));
});

const dialog = (page: Page) => page.getByRole("dialog");
const settings = (page: Page) => page.getByRole("region", { name: "My files" });
const owned = async (page: Page) =>
  (await rowsOf<{ hash: string }>(page, "owned")).map(({ hash }) => hash).sort();

/** A post of three images or more and nothing else, none of them twice. */
async function postOfImages(page: Page): Promise<{ post: Listed; hashes: string[] }> {
  for (const post of await somePosts(page, 400)) {
    const files = filesOf(post);
    const hashes = files.map(({ path }) => hashOfPath(path) ?? "");
    if (post.title.trim() !== "" && files.length >= 3 && files.every(isImage)) return { post, hashes };
  }
  throw new Error("no post of images");
}

/** Takes the first `count` files of the open post as a ZIP. */
async function takeZip(page: Page, all: number, count: number): Promise<string> {
  await pressMore(page, "Save as ZIP");
  const boxes = dialog(page).getByRole("list").getByRole("checkbox");
  await expect(boxes).toHaveCount(all);
  for (let at = count; at < all; at += 1) await boxes.nth(at).uncheck();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Make ZIP" }).click(),
  ]);
  await expect(dialog(page).getByText(/^The ZIP is ready/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  return await download.path();
}

test("it is off at first; then files that were taken out are known, and can be left out; one button clears it", async ({
  page,
}) => {
  const { post, hashes } = await postOfImages(page);
  const total = hashes.length;
  const sent: string[] = [];
  await page.goto(addressOf(post));
  await expect(page.getByRole("button", { name: "More actions" })).toBeVisible();
  await takeZip(page, total, 1);
  await expect(page.getByText(/^You have .* of/)).toHaveCount(0);
  expect(await owned(page)).toEqual([]);

  await page.goto("/settings");
  const keeps = settings(page).getByRole("switch", { name: "Remember which files I have" });
  await expect(keeps).not.toBeChecked();
  await expect(settings(page).getByText("they are never sent", { exact: false })).toBeVisible();
  await keeps.check();
  await expect(settings(page).getByText("No files are listed.")).toBeVisible();

  // Files are fetched by their addresses; that is all that is sent of them.
  page.on("request", (request) => {
    const isFile = /^\/(data|thumbnail)\//.test(new URL(request.url()).pathname);
    sent.push(`${isFile ? "" : request.url()} ${request.postData() ?? ""}`);
  });
  await page.goto(addressOf(post));
  await expect(page.getByText(`You have none of the ${total} files.`)).toBeVisible();
  await takeZip(page, total, 2);
  await expect(page.getByText(`You have 2 of ${total} files.`)).toBeVisible();
  expect(await owned(page)).toEqual(hashes.slice(0, 2).sort());
  await expect(page.getByRole("main").getByText("You have this")).toHaveCount(2);

  // Left out of the next ZIP, which says so.
  await pressMore(page, "Save as ZIP");
  await dialog(page).getByRole("checkbox", { name: "Skip the 2 files I already have" }).check();
  expect(await violations(page, "ZIP")).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Make ZIP" }).click(),
  ]);
  const entries = await readZip(await download.path());
  const packed = entries.map(({ sha256 }) => sha256);
  expect(hashes.filter((hash) => packed.includes(hash))).toEqual(hashes.slice(2));
  const details = JSON.parse(entries.find(({ name }) => name === "metadata.json")?.text ?? "{}") as {
    files: { sha256: string; state: string }[];
  };
  expect(details.files.filter(({ state }) => state === "left out").map(({ sha256 }) => sha256)).toEqual(
    hashes.slice(0, 2),
  );
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(`You have ${total} of ${total} files.`)).toBeVisible();
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((body) => hashes.some((hash) => body.includes(hash)))).toEqual([]);

  await page.goto("/settings");
  await expect(settings(page).getByText(`${total} files are listed.`)).toBeVisible();
  expect(await violations(page, "files you have")).toEqual([]);
  await settings(page).getByRole("button", { name: "Clear list" }).click();
  await expect(settings(page).getByText("No files are listed.")).toBeVisible();
  expect(await owned(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(settings(page).getByText(`${total} files are listed.`)).toBeVisible();
  await settings(page).getByRole("button", { name: "Clear list" }).click();
  await expect(settings(page).getByText("No files are listed.")).toBeVisible();
});

test("saving for offline leaves out what one has, and a backup takes the list along", async ({ page }) => {
  const { post, hashes } = await postOfImages(page);
  await page.goto("/settings");
  await settings(page).getByRole("switch", { name: "Remember which files I have" }).check();
  const backup = {
    ...{ format: "roost-backup", version: 1, madeAt: new Date().toISOString() },
    ...{ choices: {}, seen: [], visits: [], saved: [], owned: [hashes[0]] },
  };
  await page.getByLabel("Restore from file").setInputFiles({
    ...{ name: "roost.json", mimeType: "application/json" },
    buffer: Buffer.from(JSON.stringify(backup)),
  });
  await expect(page.getByText("1 listed file")).toBeVisible();
  await page.goto(addressOf(post));
  await expect(page.getByText(`You have 1 of ${hashes.length} files.`)).toBeVisible();
  await page.getByRole("button", { name: "Save offline" }).click();
  await dialog(page)
    .getByRole("checkbox", { name: /^Skip the 1 file I already have/ })
    .check();
  await expect(dialog(page).getByRole("checkbox", { name: /^Images/ })).toHaveAccessibleName(
    new RegExp(`^Images \\(${hashes.length - 1}\\)`),
  );
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("Saved on this device.")).toBeVisible();
  const { saved } = await stored(page);
  expect(
    saved
      .find(({ key }) => key === keyOf(post))
      ?.files.map(({ hash }) => hash)
      .sort(),
  ).toEqual(hashes.slice(1).sort());
});
